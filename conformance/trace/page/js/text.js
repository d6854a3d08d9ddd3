// Untrusted texts. All of it becomes text nodes, never markup.
const lineCount = text => text.split("\n").length;

function excerpt(data, part) {
  const text = data.texts[part];
  const { bytes, dropped, binary } = data.notes[part] ?? { bytes: new TextEncoder().encode(text).length };
  const notes = [`${bytes} bytes`];
  if (dropped) notes.push(`${dropped} of them left out`);
  if (binary) notes.push("not UTF-8");
  const pre = el("pre", { tabIndex: 0 }, text || " ");
  const box = el("div", {}, el("small", {}, notes.join(", ")), pre);
  const indented = indent(text);
  if (indented && indented !== text) {
    const button = el("button", { type: "button", className: "copy" }, "indent");
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", on);
      button.textContent = on ? "as it came" : "indent";
      pre.textContent = on ? indented : text;
    });
    box.prepend(button);
  }
  return box;
}

// Indent gives an object or a list of JSON over several lines, and nothing for
// other text.
function indent(text) {
  if (!/^\s*[[{]/.test(text)) return "";
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return ""; }
}

function fold(title, build) {
  const details = el("details", { className: "raw" }, el("summary", {}, title));
  details.addEventListener("toggle", () => { if (details.children.length === 1) details.append(...build()); });
  return details;
}

// Versus shows two texts line by line: what is gone, and what replaces it.
function versus(before, after, names = ["−", "+"]) {
  const box = el("div", { className: "versus" });
  const [a, b] = [indent(before), indent(after)];
  const [old, fresh] = a && b ? [a.split("\n"), b.split("\n")] : [before.split("\n"), after.split("\n")];
  const line = (kind, name, ...text) => {
    const row = el("div", { className: kind }, el("span", {}, name), el("span", {}, ...text));
    if (kind) row.setAttribute("role", "group");
    box.append(row);
  };
  if (old.length === 1 && fresh.length === 1) {
    const [start, end] = common(old[0], fresh[0]);
    for (const [kind, name, text] of [["cut", names[0], old[0]], ["add", names[1], fresh[0]]]) {
      const middle = text.slice(start, text.length - end);
      if (start + end < 3 || !middle) line(kind, name, text || " ");
      else line(kind, name, text.slice(0, start), el("mark", {}, middle), text.slice(text.length - end));
    }
    return box;
  }
  for (const [kind, text] of compare(old, fresh)) line(kind, kind === "cut" ? names[0] : kind === "add" ? names[1] : " ", text || " ");
  return box;
}

function common(a, b) {
  const most = Math.min(a.length, b.length);
  let start = 0, end = 0;
  while (start < most && a[start] === b[start]) start++;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return [start, end];
}

// Compare gives the lines of both by the longest common subsequence. Texts too
// long for that are set one behind the other.
function compare(a, b) {
  if (a.length * b.length > 250000) return [...a.map(text => ["cut", text]), ...b.map(text => ["add", text])];
  const longest = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i][j] = a[i] === b[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  const out = [];
  let i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) { out.push(["", a[i]]); i++; j++; }
    else if (j === b.length || (i < a.length && longest[i + 1][j] >= longest[i][j + 1])) out.push(["cut", a[i++]]);
    else out.push(["add", b[j++]]);
  }
  return out;
}
