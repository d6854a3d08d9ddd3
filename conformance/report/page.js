// Filters hide what they do not ask for. The address keeps them, and what it
// names is opened.
const form = one("#filters form");
const q = one("#q");
const fields = ["q", "verdict", "section", "level", "blame", "target"];
const items = all(".check, .clause").map(item => ({
  item, leaf: item.matches(".check"), section: item.closest("[data-section]")?.dataset.section ?? "",
  about: item.closest(".requirement")?.querySelector("summary").textContent ?? "",
}));
let wanted = {};

const queryOf = () => new URLSearchParams(Object.entries(wanted)).toString();

function collect() {
  wanted = {};
  for (const name of fields) {
    const value = form.elements[name].value.trim();
    if (value) wanted[name] = value;
  }
}

function readFilters(query) {
  const asked = new URLSearchParams(query);
  for (const name of fields) {
    const field = form.elements[name], value = asked.get(name) ?? "";
    if (field !== document.activeElement || field.value.trim() !== value) field.value = value;
    // A list without an option of this value has none selected.
    if (field.selectedIndex === -1) field.value = "";
  }
  collect();
}

function fits({ item, leaf, section, about }) {
  const { verdict, level, blame, target } = item.dataset;
  if (wanted.verdict && (wanted.verdict === "not-pass" ? verdict === "pass" : verdict !== wanted.verdict)) return false;
  if (wanted.section && section !== wanted.section) return false;
  if (wanted.level && (level ?? "requirement") !== wanted.level) return false;
  if (wanted.blame && (!leaf || blame !== wanted.blame)) return false;
  if (wanted.target && (wanted.target === "only") !== (target === "1")) return false;
  const text = (about + " " + (item.closest(".clause")?.firstElementChild.textContent ?? "") + " " + item.textContent).toLowerCase();
  return (wanted.q ?? "").toLowerCase().split(/\s+/).every(word => text.includes(word));
}

function apply() {
  const filtered = Object.keys(wanted).length > 0;
  const kept = new Set(items.filter(fits).map(entry => entry.item));
  let shown = 0, checks = 0;
  for (const { item, leaf } of items) {
    if (!leaf) continue;
    item.hidden = !kept.has(item);
    checks++;
    if (!item.hidden) shown++;
  }
  // What is above a check that is shown is shown, too.
  for (const { item, leaf } of items) if (!leaf) item.hidden = !one(".check:not([hidden])", item) && (!kept.has(item) || Boolean(one(".check", item)));
  for (const part of all(".requirement")) {
    part.hidden = !one(".clause:not([hidden])", part);
    if (filtered && !part.hidden && (wanted.q || wanted.verdict || wanted.blame)) part.open = true;
  }
  for (const part of all(".chapter")) part.hidden = !one(".requirement:not([hidden])", part);
  const decisions = one("#interpretations");
  if (decisions) decisions.hidden = !one(".check:not([hidden])", decisions);
  one("#matching").textContent = filtered ? `${shown} of ${checks} checks` : `${checks} checks`;
  one("#more").textContent = Object.keys(wanted).some(name => name !== "q") ? "Filters ●" : "Filters";
}

let applied = null;
function route() {
  const { anchor, query } = parse(location.hash);
  readFilters(query ?? "");
  const asks = queryOf();
  if (asks !== applied) apply();
  applied = asks;
  for (const old of all(".here")) old.classList.remove("here");
  const target = anchor && document.getElementById(anchor);
  if (!target) return;
  for (let up = target; up; up = up.parentElement) {
    if (up.tagName === "DETAILS") up.open = true;
    up.hidden = false;
  }
  if (target.matches(".check, .clause, .requirement")) target.classList.add("here");
  settle(target, "start");
}

function changed() {
  collect();
  const query = queryOf();
  history.replaceState(null, "", "#" + encode(parse(location.hash).anchor) + (query ? "?" + query : ""));
  applied = query;
  apply();
}

one("#more").addEventListener("click", event => {
  const button = event.currentTarget;
  button.setAttribute("aria-expanded", button.getAttribute("aria-expanded") !== "true");
});
q.addEventListener("input", changed);
form.addEventListener("change", event => { if (event.target !== q) changed(); });
form.addEventListener("submit", event => event.preventDefault());
form.addEventListener("reset", () => setTimeout(changed));
document.addEventListener("click", event => {
  const link = event.target.closest("a[href^='#']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
  const { anchor } = parse(link.getAttribute("href"));
  if (anchor === "main") return;
  event.preventDefault();
  const query = queryOf();
  history.pushState(null, "", "#" + encode(anchor) + (query ? "?" + query : ""));
  route();
});
document.addEventListener("keydown", event => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
  event.preventDefault();
  q.focus();
});
addEventListener("popstate", route);
document.documentElement.classList.add("js");
one("#filters").hidden = false;
route();
