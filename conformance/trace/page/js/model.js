// Elements, and the clauses as the document has them.
const one = (selector, of = document) => of.querySelector(selector);
const all = (selector, of = document) => [...of.querySelectorAll(selector)];

function el(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children.filter(child => child !== null && child !== undefined && child !== ""));
  return made;
}

const rungs = ["unlinked", "linked", "executed", "passed", "proven"];
const views = all("main > .view").map(view => view.id);
const ownerOf = id => id.split(".")[0];

// Clauses are in the order of the document.
const clauses = new Map();
const requirements = new Map();
for (const li of all("li.cl")) {
  const owner = ownerOf(li.id);
  const clause = {
    id: li.id, li, owner, summary: one("summary", li), state: new Set(li.dataset.s.split(" ")),
    rung: li.dataset.s.split(" ")[0], letters: li.dataset.v || "", section: li.closest("[data-section]").dataset.section,
    article: li.closest("article"), shown: true, index: clauses.size,
  };
  clauses.set(li.id, clause);
  if (!requirements.has(owner)) requirements.set(owner, []);
  requirements.get(owner).push(clause);
}
const inOrder = [...clauses.values()];

// Text is what a search looks into.
function textOf(clause) {
  if (clause.text === undefined) {
    const head = clause.article ? one("h4", clause.article).textContent + " " + one(".statement", clause.article).textContent : "";
    clause.text = (head + " " + clause.li.textContent).toLowerCase();
  }
  return clause.text;
}

// The clauses that a link within the page is about.
function linked(anchor) {
  const id = anchor.replace(/^mutant:/, "").split("/")[0];
  if (clauses.has(id)) return [clauses.get(id)];
  return requirements.get(id) || [];
}

const implementations = all("#filters select[name=impl] option").map(option => option.value);

let unpacked;
function bulk() {
  unpacked ??= (async () => {
    const bytes = Uint8Array.from(atob(one("#bulk").textContent), c => c.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
  })();
  return unpacked;
}
