// An address is "#ANCHOR?FILTERS".
function parse(hash) {
  const text = hash.replace(/^#/, "");
  const cut = text.indexOf("?");
  const raw = cut < 0 ? text : text.slice(0, cut);
  let anchor = raw;
  try { anchor = decodeURIComponent(raw); } catch { /* it stays as it is written */ }
  return { anchor, query: cut < 0 ? null : text.slice(cut + 1) };
}

const encode = anchor => anchor.replace(/[%?#\s]/g, c => encodeURIComponent(c));

// What was never laid out has no place yet, and what comes into view on the way
// moves it: it is there when it stays.
function settle(target, block, tries = 10) {
  const before = target.getBoundingClientRect().top;
  target.scrollIntoView({ block });
  const after = target.getBoundingClientRect().top;
  if (tries > 0 && (tries > 7 || Math.abs(after - before) > 1)) requestAnimationFrame(() => settle(target, block, tries - 1));
}
