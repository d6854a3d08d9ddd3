// Filters hide what they do not ask for, in every view.
const form = one("#filters form");
const q = one("#q");
const fields = ["q", "rung", "section", "verify", "verdict", "suspect", "waived", "equivalent"];
let wanted = {};

// The filters as the query of an address.
function queryOf() {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted)) query.set(name, value);
  return query.toString();
}

function readFilters(query) {
  const asked = new URLSearchParams(query);
  for (const name of fields) {
    const field = form.elements[name];
    if (!field) continue;
    const value = asked.get(name) ?? "";
    if (field.type === "checkbox") field.checked = value !== "";
    else if (field !== document.activeElement || field.value.trim() !== value) field.value = value;
    // A list without an option of this value has none selected.
    if (field.selectedIndex === -1) field.value = "";
  }
  if (form.elements.impl) {
    const at = implementations.indexOf(asked.get("impl"));
    form.elements.impl.selectedIndex = at < 0 ? 0 : at;
  }
  collect();
}

function collect() {
  wanted = {};
  for (const name of fields) {
    const field = form.elements[name];
    if (!field) continue;
    const value = field.type === "checkbox" ? (field.checked ? "1" : "") : field.value.trim();
    if (value) wanted[name] = value;
  }
  if (wanted.verdict) wanted.impl = form.elements.impl.value;
}

function fits(clause) {
  const { state } = clause;
  if (wanted.rung && !state.has(wanted.rung)) return false;
  if (wanted.section && clause.section !== wanted.section) return false;
  if (wanted.verify && !state.has(wanted.verify)) return false;
  for (const flag of ["suspect", "waived", "equivalent"]) if (wanted[flag] && !state.has(flag)) return false;
  if (!wanted.verdict) return true;
  const letter = clause.letters[form.elements.impl.selectedIndex];
  if (wanted.verdict === "not-pass") return letter !== undefined && letter !== "P" && state.has("test");
  return letter === form.elements.verdict.selectedOptions[0]?.dataset.letter;
}

// Rows are those of the tables and lists that begin elsewhere than at a clause.
const rows = all("#mutants tbody tr, #cases tbody tr, #code tbody tr, #code .mutants li, #schemas tbody tr, #gates .findings li").map(row => ({
  row, clauses: all("a[href^='#']", row).flatMap(link => linked(parse(link.getAttribute("href")).anchor)),
}));
const cells = new Map(all(".cells i").map((cell, i) => [cell, inOrder[i]]));
let applied = null;

function apply() {
  const query = queryOf();
  if (query === applied) return;
  applied = query;
  const words = (wanted.q || "").toLowerCase().split(/\s+/).filter(Boolean);
  const says = text => words.every(word => text.includes(word));
  const facets = Object.keys(wanted).some(name => name !== "q");
  for (const clause of inOrder) {
    clause.fits = fits(clause);
    clause.shown = clause.fits && (words.length === 0 || says(textOf(clause)));
    clause.li.hidden = !clause.shown;
  }
  for (const article of all("#requirements .req")) {
    article.hidden = article.matches(".merged") ? facets || !says(article.textContent.toLowerCase()) : !one("li.cl:not([hidden])", article);
  }
  for (const [cell, clause] of cells) cell.classList.toggle("dim", !clause.shown);
  for (const body of all(".matrix tbody[data-r]")) {
    body.hidden = query !== "" && !(requirements.get(body.dataset.r) || []).some(clause => clause.shown);
    for (const line of all("tr[data-c]", body)) line.hidden = !clauses.get(line.dataset.c).shown;
  }
  for (const entry of rows) {
    const about = entry.clauses.some(clause => clause.fits) || (!facets && entry.clauses.length === 0);
    entry.text ??= words.length ? entry.row.textContent.toLowerCase() : undefined;
    entry.row.hidden = query !== "" && !(about && (words.length === 0 || says(entry.text) || entry.clauses.some(clause => clause.shown)));
  }
  hideEmpty();
  tell(query);
}

// Headings without anything below them go, too.
function hideEmpty() {
  for (const section of all("#requirements .sec")) section.hidden = !one(".req:not([hidden]), li.cl:not([hidden])", section);
  for (const section of all("#mutants > section, #cases > section, #code > section, #schemas > section, #gates > section")) {
    section.hidden = !one("tbody tr:not([hidden]), li:not([hidden])", section);
  }
  for (const head of all(".matrix tbody.sec")) {
    let next = head.nextElementSibling;
    while (next && next.hidden) next = next.nextElementSibling;
    head.hidden = !next || next.matches(".sec");
  }
}

function tell(query) {
  const matching = one("#matching");
  const counted = (list, word) => {
    const shown = list.filter(clause => clause.shown);
    const gaps = shown.filter(clause => clause.state.has("gap")).length;
    const many = list.length === 1 ? word : word + "s";
    return `${query ? shown.length + " of " : ""}${list.length} ${many}, ${gaps === 1 ? "1 gap" : gaps + " gaps"}`;
  };
  const decisions = inOrder.filter(clause => !clause.article);
  matching.textContent = counted(inOrder.filter(clause => clause.article), "clause") + (decisions.length ? " · " + counted(decisions, "interpretation") : "");
  one("#more").textContent = Object.keys(wanted).some(name => name !== "q" && name !== "impl") ? "Filters ●" : "Filters";
}

one(".map").addEventListener("click", event => {
  const clause = cells.get(event.target);
  if (clause) go(address(clause.id));
});
one(".map").addEventListener("mouseover", event => {
  const clause = cells.get(event.target);
  if (clause) event.target.title = `${clause.id} ${clause.mark.textContent}: ${clause.words.textContent}`;
});

function changed(replace) {
  collect();
  const lists = !["overview", "ledger"].includes(view) || !wanted.q;
  go(address(lists ? view : "requirements"), replace && lists);
}

q.addEventListener("input", () => changed(true));
form.addEventListener("change", event => { if (event.target !== q) changed(false); });
form.addEventListener("submit", event => event.preventDefault());
form.addEventListener("reset", () => setTimeout(() => { collect(); go(address(view)); }));
one("#more").addEventListener("click", event => {
  const button = event.currentTarget;
  button.setAttribute("aria-expanded", button.getAttribute("aria-expanded") !== "true");
});
