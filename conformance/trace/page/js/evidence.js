// What a clause rests on, out of the packed data.
function mismatches(list) {
  return (list || []).flatMap(m => [
    el("p", { className: "what" }, `line ${m.line}: `, el("code", {}, m.what)),
    versus(m.want, m.got, ["want", "got"]),
  ]);
}

// Evidence that stands in the drawer already is named, not repeated.
function evidence(data, index, name, seen) {
  if (index < 0) return null;
  if (seen.has(index)) return el("p", { className: "what" }, `the evidence is that of ${seen.get(index)}`);
  seen.set(index, name);
  const e = data.evidence[index];
  const parts = [];
  const runs = (e.runs || []).map(i => data.runs[i]);
  if (runs.length) parts.push(runs.length === 1 ? "1 run of a hook" : `${runs.length} runs of hooks`);
  if (e.request) parts.push("request");
  if (e.answer) parts.push("answer");
  if (e.stderr) parts.push("adapter’s stderr");
  return fold("evidence: " + parts.join(", "), () => {
    const shown = runs.map(run => hookRun(data, run));
    if (e.dropped) shown.push(el("p", { className: "what" }, `${e.dropped} more runs were left out`));
    for (const [title, part] of [["request", e.request], ["answer", e.answer], ["the end of the adapter’s stderr", e.stderr]]) {
      if (part) shown.push(el("p", { className: "what" }, title), excerpt(data, part));
    }
    return shown;
  });
}

function hookRun(data, run) {
  const facts = [`hook ${run.hook}, run ${run.run}`];
  if (run.exit === undefined) facts.push("killed before its end");
  else if (run.exit < 0) facts.push("ended by a signal");
  else facts.push(`exit ${run.exit}`);
  if (run.ms !== undefined) facts.push(`${run.ms} ms`);
  if (run.signals) facts.push("signals " + run.signals.join(", "));
  return el("div", { className: "run" },
    el("p", {}, el("b", {}, facts[0]), ", " + facts.slice(1).join(", ")),
    el("p", {}, el("small", {}, "in "), el("code", {}, run.cwd || "")),
    run.argv && run.argv.length ? el("p", {}, el("small", {}, "as "), el("code", {}, run.argv.join(" "))) : null,
    el("p", { className: "what" }, "stdin"), excerpt(data, run.stdin));
}

// Fill puts the packed data of a clause where the document has its summary.
function fill(body, clause, data) {
  const own = data.clauses[clause.id];
  const seen = new Map();
  if (!own) return;
  all("ul.checks > li", body).forEach((li, i) => {
    const check = (own.checks || [])[i];
    if (!check) return;
    const name = "the check " + labelOf(li);
    if (check.assertions) li.append(el("small", {}, ` ${check.assertions} ${check.assertions === 1 ? "assertion" : "assertions"}`));
    if (check.script) li.append(el("pre", { tabIndex: 0 }, check.script));
    li.append(...mismatches(check.mismatches), evidence(data, check.evidence, name, seen) ?? "");
  });
  all("ul.muts > li", body).forEach((li, i) => {
    const mutant = (own.mutants || [])[i];
    if (mutant) li.append(...killed(data, mutant, seen));
  });
  const failures = own.failures || [];
  if (failures.length) {
    body.append(el("h5", {}, "How the others failed"), el("ul", { className: "failures" }, ...failures.map(f => failure(data, f, seen))));
  }
}

function killed(data, mutant, seen) {
  const parts = [];
  (mutant.edits || []).forEach((edit, i) => {
    const site = (mutant.sites || [])[i];
    const place = site ? `${site.file}:${site.line}${site.endLine > site.line ? "–" + site.endLine : ""}` : edit.file;
    parts.push(el("p", { className: "what" }, "edits ", el("code", {}, place), site && site.function ? " in " : "", site && site.function ? el("code", {}, site.function) : ""));
    parts.push(versus(edit.old, edit.new));
  });
  if (mutant.says) parts.push(el("p", { className: "what" }, "the mismatch has to say ", el("code", {}, mutant.says)));
  const k = mutant.killer;
  if (k) {
    parts.push(el("p", { className: "what" }, "counter-example: ", el("b", {}, k.check), k.case ? ` in ${k.case}, line ${k.line}` : "", k.mismatches ? "" : " (not at hand)"));
    parts.push(...mismatches(k.mismatches), evidence(data, k.evidence, "the mutant " + mutant.id, seen) ?? "");
  }
  const others = mutant.others || [];
  if (others.length) {
    parts.push(fold(`${others.length} other ${others.length === 1 ? "check" : "checks"} failed`, () => [
      el("ul", {}, ...others.map(check => el("li", {}, linked(check).length ? el("a", { href: "#" + ownerCheck(check) }, check) : check))),
    ]));
  }
  const notes = [];
  if (mutant.ran) notes.push(`${mutant.ran} checks judged it`);
  if (mutant.position) notes.push(`defined at ${mutant.position}`);
  if (notes.length) parts.push(el("p", { className: "what" }, notes.join("; ")));
  return parts;
}

const ownerCheck = check => check.split("/")[0];

function failure(data, f, seen) {
  const name = implementations[f.implementation ?? 0] || "";
  return el("li", {}, el("b", { className: classOf(f.verdict) }, f.verdict), " ", el("b", {}, name), ` ${f.check} `, el("small", {}, `in ${f.case}, line ${f.line}`),
    ...mismatches(f.mismatches), evidence(data, f.evidence, `${f.check} of ${name}`, seen),
    f.known ? el("p", { className: "what" }, "known failure: " + f.known) : null,
    f.repro ? el("p", { className: "what" }, "by itself: ", el("code", {}, f.repro)) : null);
}

// The class that gives a verdict its shape.
function classOf(verdict) {
  const option = all("#filters select[name=verdict] option").find(o => o.value === verdict);
  return "v" + (option ? option.dataset.letter : "N");
}
