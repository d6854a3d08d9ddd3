// Keys, and the start of it all.
const help = one("#help");
let current = null;

// Walk goes to the next clause that the filters show and that fits.
function walk(by, wants) {
  const focused = document.activeElement?.closest?.("li.cl");
  const from = open ?? (focused ? clauses.get(focused.id) : current);
  let i = from ? from.index + by : by > 0 ? 0 : inOrder.length - 1;
  while (inOrder[i] && !(inOrder[i].shown && wants(inOrder[i]))) i += by;
  const to = inOrder[i];
  if (!to) return say(by > 0 ? "none behind this one" : "none before this one");
  current = to;
  if (open) return go(address(to.id), true);
  if (view !== "requirements") go(address("requirements"));
  for (const old of all(".here", one("main"))) old.classList.remove("here");
  to.li.classList.add("here");
  to.summary.focus({ preventScroll: true });
  to.li.scrollIntoView({ block: "center" });
  requestAnimationFrame(() => to.li.scrollIntoView({ block: "center" }));
}

function say(text) {
  const box = drawer.open ? one("#drawer-title") : one("#matching");
  const old = box.textContent;
  if (old.endsWith(text)) return;
  box.textContent = `${old} · ${text}`;
  setTimeout(() => { if (box.textContent.endsWith(text)) box.textContent = old; }, 2000);
}

const isGap = clause => clause.state.has("gap");

document.addEventListener("keydown", event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target === q && event.key === "Escape" && q.value) {
    q.value = "";
    changed(true);
    return event.preventDefault();
  }
  if (event.target === q && event.key === "Enter") return one("li.cl:not([hidden]) > details > summary, main a:not([tabindex])")?.focus();
  if (event.target.matches?.("input, select, textarea") && event.target.type !== "checkbox") return;
  if (help.open) return;
  const act = {
    n: () => walk(1, isGap), p: () => walk(-1, isGap), j: () => walk(1, () => true), k: () => walk(-1, () => true),
    "/": () => { if (!drawer.open) { q.focus(); q.select(); } }, "?": () => help.showModal(),
  }[event.key] ?? (/^[1-9]$/.test(event.key) && !drawer.open && views[event.key - 1] ? () => go(address(views[event.key - 1])) : null);
  if (!act) return;
  event.preventDefault();
  act();
});
one("#keys").addEventListener("click", () => help.showModal());

// A browser may keep what was typed before the page was loaded anew.
document.documentElement.classList.add("js");
one("#filters").hidden = false;
history.scrollRestoration = "manual";
route();
