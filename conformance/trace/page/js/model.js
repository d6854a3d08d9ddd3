// The clauses as the document has them.
const rungs = ["unlinked", "linked", "executed", "passed", "proven"];
const views = all("main > .view").map(view => view.id);
const ownerOf = id => id.split(".")[0];

// The words that filters ask a clause for. An inspection has no rungs.
function stateOf(li) {
  const [, height] = li.className.match(/\b[ri](\d)/);
  const words = li.classList.contains("i" + height) ? [height === "3" ? "inspected" : "uninspected", "inspection"] : [rungs[height], "test"];
  if (one(".gap", li)) words.push("gap");
  return [...words, ...["suspect", "waived", "equivalent"].filter(flag => li.classList.contains(flag))];
}

// Clauses are in the order of the document.
const clauses = new Map();
const requirements = new Map();
for (const li of all("li.cl")) {
  const owner = ownerOf(li.id), state = stateOf(li), summary = one("summary", li);
  const clause = {
    id: li.id, li, owner, summary, words: one("u", summary), state: new Set(state), rung: state[0],
    mark: summary.lastElementChild.matches("b") ? summary.lastElementChild : summary.lastElementChild.lastElementChild,
    letters: li.dataset.v || "", section: li.closest("[data-section]").dataset.section, article: li.closest("article"),
    shown: true, index: clauses.size,
  };
  clauses.set(li.id, clause);
  if (!requirements.has(owner)) requirements.set(owner, []);
  requirements.get(owner).push(clause);
}
const inOrder = [...clauses.values()];

// Cases, files and schema nodes have short anchors in the document, which differ from report
// to report; addresses name them by what they are.
const anchors = new Map();
const names = new Map();
function alias(element, name) {
  anchors.set(name, element);
  names.set(element.id, name);
}
for (const row of all("#cases tr[id]")) {
  const folder = row.closest("section").getAttribute("aria-label");
  alias(row, "case:" + (folder ? folder + "/" : "") + one("th", row).firstChild.data);
}
for (const file of all("#code .file")) alias(file, "file:" + file.getAttribute("aria-label"));
for (const row of all("#schemas tr[id]")) {
  const pointer = one("th", row).textContent;
  alias(row, "node:" + row.closest("section").getAttribute("aria-label") + "#" + (pointer === "(root)" ? "" : pointer));
}

// Without scripts the links of mutants lead to their clauses, or are none.
for (const link of all("#mutants th > a")) {
  link.textContent += link.nextSibling.data.trim();
  link.nextSibling.remove();
  link.setAttribute("href", "#mutant:" + link.textContent);
}
for (const li of all("#code .mutants li")) {
  const id = li.textContent.trim();
  li.replaceChildren(el("a", { href: "#mutant:" + id }, id));
}

// Text is what a search looks into.
function textOf(clause) {
  if (clause.text === undefined) {
    const head = clause.article ? all("h4, .statement, .of-all ul", clause.article).map(part => part.textContent).join(" ") : "";
    const cases = all(".checks a", clause.li).map(link => names.get(link.hash.slice(1)));
    clause.text = (head + " " + clause.li.textContent + " " + cases.join(" ")).toLowerCase();
  }
  return clause.text;
}

// The clauses that a link within the page is about.
function linked(anchor) {
  if (clauses.has(anchor)) return [clauses.get(anchor)];
  const id = anchor.replace(/^mutant:/, "").split("/")[0];
  if (clauses.has(id)) return [clauses.get(id)];
  return requirements.get(anchor) || requirements.get(id) || [];
}

const implementations = all("#filters select[name=impl] option").map(option => option.value);

// Sums undo differences.
const sums = list => { let sum = 0; return list.map(n => sum += n); };

// Five characters are four bytes; "z" is four zeros, and "v" represents "<".
function ascii85(text) {
  const bytes = new Uint8Array(text.length * 4);
  let size = 0, n = 0, sum = 0;
  const put = count => { for (let i = 0; i < count; i++) bytes[size++] = Math.floor(sum / 2 ** (24 - 8 * i)) % 256; n = sum = 0; };
  for (const c of text) {
    if (c === "z" && n === 0) { put(4); continue; }
    sum = sum * 85 + (c === "v" ? 27 : c.charCodeAt(0) - 33);
    if (++n === 5) put(4);
  }
  if (n > 0) {
    const count = n - 1;
    for (; n < 5; n++) sum = sum * 85 + 84;
    put(count);
  }
  return bytes.subarray(0, size);
}

let unpacked;
function bulk() {
  unpacked ??= (async () => {
    const data = await new Response(new Blob([ascii85(one("#bulk").textContent)]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
    for (const column of ["request", "answer", "stderr"]) data.evidence[column] = sums(data.evidence[column] ?? []);
    data.runs.stdin = sums(data.runs.stdin ?? []);
    return data;
  })();
  return unpacked;
}
