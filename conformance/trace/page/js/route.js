// The address says what is shown: "#ANCHOR?FILTERS", where the anchor is a view,
// or an id.
let view = "";
const scrolled = new Map();

function resolve(anchor) {
  if (views.includes(anchor)) return { view: anchor };
  if (clauses.has(anchor)) return { clause: clauses.get(anchor) };
  const mutant = anchor.startsWith("mutant:") ? anchor.slice(7) : "";
  const [id, label] = (mutant || anchor).split(/\/(.*)/s);
  if (clauses.has(id)) return { clause: clauses.get(id), mutant, check: mutant ? "" : label };
  const target = anchors.get(anchor) || (anchor && document.getElementById(anchor));
  const within = target && target.closest(".view");
  if (within) return { view: within.id, target };
  return { view: "" };
}

const address = (anchor, query = queryOf()) => "#" + encode(anchor) + (query ? "?" + query : "");

// Go shows an address; replacing it leaves no step back.
function go(hash, replace = false) {
  if (!replace) scrolled.set(view, scrollY);
  const opens = !drawer.open && resolve(parse(hash).anchor).clause;
  if (replace) history.replaceState(history.state, "", hash);
  else history.pushState({ opened: Boolean(opens) }, "", hash);
  route();
}

function route() {
  const { anchor, query } = parse(location.hash);
  const to = resolve(anchor);
  readFilters(query ?? "");
  let next = to.view || (to.clause ? view || "requirements" : "");
  if (!next) next = query ? "requirements" : "overview";
  const moved = next !== view;
  show(next);
  apply();
  if (to.clause) return openDrawer(to);
  closeDrawer();
  if (to.target) reveal(to.target);
  else if (moved) scrollTo(0, scrolled.get(next) ?? 0);
}

// Show also undoes what the browser unfolds by itself on the way to an anchor.
function show(next) {
  view = next;
  for (const id of views) {
    const section = document.getElementById(id);
    if (id === next) section.removeAttribute("hidden");
    else section.setAttribute("hidden", "until-found");
  }
  for (const link of all(".views a")) {
    if (link.hash !== "#" + next) link.removeAttribute("aria-current");
    else if (!link.hasAttribute("aria-current")) {
      link.setAttribute("aria-current", "page");
      link.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }
  if (next === "mutants") drawGrids();
}

function reveal(target) {
  for (const old of all(".here", one("main"))) old.classList.remove("here");
  target.classList.add("here");
  for (let up = target; up; up = up.parentElement) if (up.tagName === "DETAILS" && !up.closest("li.cl")) up.open = true;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  settle(target, "start");
}

document.addEventListener("click", event => {
  const link = event.target.closest("a[href^='#']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  const { anchor, query } = parse(link.getAttribute("href"));
  if (anchor === "main") return;
  event.preventDefault();
  if (link.closest(".views") && anchor === view) scrollTo(0, 0);
  const name = names.get(anchor) ?? anchor;
  go(query === null ? address(name) : "#" + encode(name) + "?" + query);
});

addEventListener("popstate", route);
// The browser shows what it finds, and where an address leads; that is routed.
for (const id of views) {
  document.getElementById(id).addEventListener("beforematch", () => {
    const to = resolve(parse(location.hash).anchor);
    if (to.view !== id && !(to.clause && id === "requirements")) go(address(id));
  });
}
