// The drawer shows one clause with all that it rests on.
const drawer = one("#drawer");
let open = null;

function openDrawer({ clause, mutant, check }) {
  if (drawer.open && open === clause) return point(mutant, check);
  open = clause;
  const body = one("details > div", clause.li).cloneNode(true);
  body.className = "body";
  addShared(body, clause);
  spellOut(body, clause);
  const facts = one(".facts", body);
  const told = facts.textContent.trim();
  facts.textContent = (told.startsWith("by ") ? told : "by test · " + told).split(" · ").map((fact, i) => ["decided ", "observed in the ", "profile "][i] + fact).join(" · ");
  const close = el("button", { type: "button", autofocus: true }, "Close");
  close.addEventListener("click", leave);
  drawer.replaceChildren(
    el("header", {}, el("h2", { id: "drawer-title" }, clause.id), step("‹", "previous clause (k)", -1), step("›", "next clause (j)", 1), close),
    el("div", { className: "content" }, about(clause), el("p", { className: clause.li.className }, clause.words.cloneNode(true)), steps(clause), body,
      el("p", { className: "what" }, "in a terminal: ", el("code", {}, "hooktest trace explain " + clause.id))));
  if (!drawer.open) drawer.showModal();
  drawer.scrollTop = 0;
  for (const old of all(".here", one("main"))) old.classList.remove("here");
  clause.li.classList.add("here");
  if (view === "requirements") settle(clause.li, "nearest");
  close.focus();
  document.title = clause.id + " · " + title;
  bulk().then(data => {
    if (open !== clause) return;
    fill(body, clause, data);
    body.dataset.filled = "true";
    point(mutant, check);
  }).catch(() => body.append(el("p", { className: "gap" }, "This browser can’t unpack the evidence.")));
}

// What names the whole requirement is once in the document.
function addShared(body, clause) {
  for (const kind of ["code", "schemas"]) {
    const links = clause.article ? all(`.of-all .${kind} > li`, clause.article) : [];
    if (!links.length) continue;
    let list = one("ul." + kind, body);
    if (!list) {
      list = el("ul", { className: kind });
      if (kind === "code") one(".facts", body).after(list);
      else (one(".judged", body) ?? body.lastChild).before(list);
    }
    list.prepend(...links.map(li => li.cloneNode(true)));
  }
}

const headings = { shows: "Inspection", code: "Code", checks: "Checks", muts: "Mutants", schemas: "Schemas", judged: "Implementations" };

// The document leaves out what can be told from the rest of it: headings, the
// folders of cases and the names of many implementations.
function spellOut(body, clause) {
  const judged = one(".judged", body);
  if (judged) {
    const by = Map.groupBy(implementations.slice(0, clause.letters.length).map((name, i) => [name, clause.letters[i]]), ([, letter]) => letter);
    judged.replaceWith(el("ul", { className: "judged" }, ...[...by].map(([letter, pairs]) =>
      el("li", {}, el("b", { className: letter === "-" ? "vN" : "v" + letter }, words[letter] || "none"), " ", pairs.map(([name]) => name).join(", ")))));
  }
  for (const link of all("ul.checks > li > a", body)) {
    const name = names.get(parse(link.getAttribute("href")).anchor);
    if (!link.textContent.startsWith(":")) link.textContent = name.slice("case:".length) + ".txtar" + link.textContent.match(/:[^:]*$/)[0];
  }
  for (const [kind, heading] of Object.entries(headings)) one("ul." + kind, body)?.before(el("h5", {}, heading));
}

const title = document.title;

function about(clause) {
  const section = one(`#requirements .sec[data-section="${clause.section}"] > h3`).firstElementChild;
  const name = clause.article ? one("h4", clause.article).childNodes[1].textContent.trim() : "an interpretation";
  return el("p", { className: "of" }, clause.article ? el("a", { href: "#" + clause.owner }, clause.owner) : "", " " + name,
    ...all("summary em", clause.li).flatMap(flag => [" ", flag.cloneNode(true)]), section && clause.article ? ` · section ${section.textContent}` : "");
}

// Steps are the rungs with what was reached.
function steps(clause) {
  if (!clause.state.has("test")) return el("p", { className: "steps" }, clause.mark.cloneNode(true));
  const height = rungs.indexOf(clause.rung);
  const top = clause.state.has("equivalent") ? 3 : 4;
  return el("ol", { className: "steps", ariaLabel: "The ladder" }, ...rungs.slice(1).map((rung, i) => {
    const kind = i + 1 <= height ? "vP" : i + 1 > top ? "vU" : i === height ? "vF" : "vN";
    return el("li", {}, el("b", { className: kind }, i + 1 <= height ? rung : i + 1 > top ? "can’t be violated" : "not " + rung));
  }));
}

function step(shape, name, by) {
  const button = el("button", { type: "button", title: name, ariaLabel: name }, shape);
  button.addEventListener("click", () => walk(by, () => true));
  return button;
}

// Point shows one mutant or check within the drawer.
function point(mutant, check) {
  for (const old of all(".here", drawer)) old.classList.remove("here");
  const label = mutant ? mutant.split(/\/(.*)/s)[1] : check;
  const li = label && all(mutant ? "ul.muts > li" : "ul.checks > li", drawer).find(li => labelOf(li) === label);
  if (!li) return;
  li.classList.add("here");
  li.scrollIntoView({ block: "center" });
}

const labelOf = li => all("b", li)[1]?.textContent;

// Leave goes back to where the drawer was opened.
function leave() {
  if (history.state && history.state.opened) history.back();
  else go(address(view), true);
}

function closeDrawer() {
  if (!open) return;
  const was = open;
  open = null;
  document.title = title;
  if (drawer.open) drawer.close();
  if (view === "requirements" && was.shown) {
    was.summary.focus({ preventScroll: true });
    settle(was.li, "nearest");
  }
}

// The browser closes a dialog by itself on Esc, or where it is told to go back. It
// says so later, when the drawer may be open again.
drawer.addEventListener("close", () => { if (open && !drawer.open) leave(); });
drawer.addEventListener("click", event => { if (event.target === drawer) leave(); });

for (const clause of inOrder) {
  clause.summary.setAttribute("aria-haspopup", "dialog");
  clause.summary.addEventListener("click", event => {
    if (event.target.closest("a")) return;
    event.preventDefault();
    go(address(clause.id));
  });
}
