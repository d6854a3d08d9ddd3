"use strict";
(() => {
  const root = document.currentScript.dataset.root;
  const form = document.getElementById("search");
  const input = form.querySelector("input");
  const found = document.getElementById("found");
  const shown = 12;
  form.hidden = false;

  // The index is read when it is first needed.
  let reading;
  const read = () => reading ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = root + "search-index.js";
    script.onload = () => done(window.searchIndex);
    script.onerror = () => done([]);
    document.head.append(script);
  });

  // A word counts more in a title than in the text; every word has to be there.
  const rank = (entry, words) => {
    const title = entry.t.toLowerCase();
    const all = (title + " " + entry.p + " " + entry.x).toLowerCase();
    let sum = entry.t === entry.p ? 2 : 0;
    for (const word of words) {
      if (!all.includes(word)) return 0;
      sum += title.startsWith(word) ? 8 : title.includes(word) ? 4 : 1;
    }
    return sum;
  };

  const line = (entry) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = root + entry.u;
    link.textContent = entry.t;
    const small = document.createElement("small");
    small.textContent = entry.t === entry.p ? entry.x.slice(0, 100) : entry.p;
    link.append(small);
    item.append(link);
    return item;
  };

  const search = async () => {
    const asked = input.value;
    const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
    const index = await read();
    // A later input has its own search.
    if (asked !== input.value) return;
    const hits = words.length === 0 ? [] : index.map((entry) => ({ entry, rank: rank(entry, words) }))
      .filter((hit) => hit.rank > 0).sort((a, b) => b.rank - a.rank).slice(0, shown);
    found.replaceChildren(...hits.map((hit) => line(hit.entry)));
    if (words.length > 0 && hits.length === 0) {
      const none = document.createElement("span");
      none.textContent = "Nothing found";
      found.replaceChildren(none);
    }
  };

  input.addEventListener("input", search);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    found.querySelector("a")?.click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) {
      event.preventDefault();
      input.focus();
    } else if (event.key === "Escape") {
      input.value = "";
      found.replaceChildren();
    }
  });
  document.addEventListener("click", (event) => {
    if (!form.contains(event.target)) found.replaceChildren();
  });
})();
