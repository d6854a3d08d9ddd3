// Rows of clauses below the requirements of the matrix, and the files of cases,
// are made when somebody asks for them.
const words = Object.fromEntries(all("#filters select[name=verdict] option[data-letter]").map(o => [o.dataset.letter, o.value]));

for (const body of all(".matrix tbody[data-r]")) {
  const button = el("button", { type: "button", className: "open", ariaLabel: "clauses of " + body.dataset.r });
  button.setAttribute("aria-expanded", "false");
  one("th", body).prepend(button);
}

one(".matrix")?.addEventListener("click", event => {
  const button = event.target.closest(".open");
  if (button) return unfold(button, button.closest("tbody"));
  const line = event.target.closest("tr[data-c]");
  if (line && !event.target.closest("a")) go(address(line.dataset.c));
});

function unfold(button, body) {
  const opens = button.getAttribute("aria-expanded") !== "true";
  button.setAttribute("aria-expanded", opens);
  for (const line of all("tr.c", body)) line.remove();
  if (!opens) return;
  for (const clause of requirements.get(body.dataset.r) || []) {
    const row = el("tr", { className: "c", hidden: !clause.shown },
      el("th", { scope: "row" }, el("a", { href: "#" + clause.id }, clause.id), " ", el("span", {}, clause.words.textContent)),
      el("td", { className: clause.mark.className }, clause.mark.textContent));
    row.dataset.c = clause.id;
    for (const letter of clause.letters) row.append(el("td", { className: letter === "-" ? "vN" : "v" + letter }, words[letter] || "none"));
    body.append(row);
  }
}

for (const cell of all("#cases td.files")) {
  if (cell.textContent.startsWith("0 ")) continue;
  const button = el("button", { type: "button" }, cell.textContent);
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", async () => {
    const opens = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", opens);
    one("ul", cell)?.remove();
    if (!opens) return;
    const data = await bulk();
    const files = (data.cases[names.get(cell.closest("tr").id).slice("case:".length)] || []).map(i => data.files[i]);
    cell.append(el("ul", { className: "rows" }, ...files.map(file => el("li", {}, anchors.has("file:" + file) ? el("a", { href: address("file:" + file, "") }, file) : file))));
  });
  cell.replaceChildren(button);
}

// The grids of the kill matrix: mutants down, clauses across, a full square where
// the killing check belongs to the clause, a hollow one where another check of
// it failed.
const svg = (tag, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

let drawn = false;
async function drawGrids() {
  if (drawn) return;
  drawn = true;
  const data = await bulk();
  for (const box of all("#mutants .map-grid")) {
    const section = box.closest("[data-section]").dataset.section;
    const columns = inOrder.filter(clause => clause.section === section && clause.state.has("test"));
    const mutants = columns.flatMap(clause => {
      const lines = all("ul.muts > li", clause.li);
      return (data.clauses[clause.id]?.mutants || []).map((mutant, i) => ({ clause, mutant, id: clause.id + "/" + labelOf(lines[i]) }));
    });
    if (mutants.length) box.replaceChildren(grid(columns, mutants));
    box.hidden = mutants.length === 0;
  }
}

function grid(columns, mutants) {
  const size = 9, at = new Map(columns.map((clause, i) => [clause.id, i]));
  const across = columns.length, picture = svg("svg", { width: across * size + 1, height: mutants.length * size + 1, "aria-hidden": "true" });
  picture.append(svg("rect", { width: across * size, height: mutants.length * size }));
  mutants.forEach(({ clause, mutant, id }, y) => {
    const hits = new Map();
    for (const other of mutant.others || []) hits.set(at.get(ownerCheck(other)), "other");
    if (mutant.killer) hits.set(at.get(mutant.killer.own === undefined ? ownerCheck(mutant.killer.check) : clause.id), "killer");
    for (const [x, kind] of hits) {
      if (x === undefined) continue;
      picture.append(svg("rect", { class: kind, x: x * size + 1.5, y: y * size + 1.5, width: size - 3, height: size - 3 },
        svg("title", {}, `${id}: ${kind === "killer" ? "killed by a check of" : "noticed by a check of"} ${columns[x].id}`)));
    }
  });
  return picture;
}
