// What a clause rests on, out of the packed data.
function mismatches(list) {
  return (list || []).flatMap(m => [
    el("p", { className: "what" }, `line ${m.line}: `, el("code", {}, m.what)),
    versus(m.want, m.got, ["want", "got"]),
  ]);
}

// Evidence that is in the drawer already is named, not repeated. The case
// says which scripts the hooks of its runs are.
function evidence(data, index, caseName, name, seen) {
  if (index < 0) return null;
  const key = index + " " + caseName;
  if (seen.has(key)) return el("p", { className: "what" }, `the evidence is that of ${seen.get(key)}`);
  seen.set(key, name);
  const e = data.evidence;
  const runs = sums(e.runs[index]);
  const parts = [];
  if (runs.length) parts.push(runs.length === 1 ? "1 run of a hook" : `${runs.length} runs of hooks`);
  const named = [["request", e.request], ["answer", e.answer], ["adapter’s stderr", e.stderr]].filter(([, column]) => column[index] >= 0);
  return fold("evidence: " + [...parts, ...named.map(([title]) => title)].join(", "), () => {
    const shown = runs.map(run => hookRun(data, run, caseName));
    if (runs.length) shown.unshift(el("p", { className: "what" }, "What a hook prints goes straight to the engine and is not recorded. Its script, here next to each run, is what prints."));
    if (e.dropped[index]) shown.push(el("p", { className: "what" }, `${e.dropped[index]} more runs were left out`));
    for (const [title, column] of named) {
      shown.push(el("p", { className: "what" }, title === "adapter’s stderr" ? "the end of the adapter’s stderr" : title), excerpt(data, column[index]));
    }
    return shown;
  });
}

function hookRun(data, index, caseName) {
  const { hook, run, folder, stdin, exit, ms, rest } = data.runs;
  const { argv, signals } = rest[index] ?? {};
  const facts = [];
  if (exit[index] === null) facts.push("not ended when its case did");
  else if (exit[index] < 0) facts.push("ended by a signal");
  else facts.push(`exit ${exit[index]}`);
  if (ms[index] !== null) facts.push(`${ms[index]} ms`);
  if (signals) facts.push("signals " + signals.join(", "));
  const script = data.hooks[caseName]?.[hook[index]];
  return el("div", { className: "run" },
    el("p", {}, el("b", {}, `hook ${hook[index]}, run ${run[index]}`), ", " + facts.join(", ")),
    el("p", {}, el("small", {}, "in "), el("code", {}, data.folders[folder[index]])),
    argv ? el("p", {}, el("small", {}, "as "), el("code", {}, argv.join(" "))) : null,
    ...(stdin[index] < 0 ? [] : [el("p", { className: "what" }, "stdin"), excerpt(data, stdin[index])]),
    el("p", { className: "what" }, script === undefined ? "the case has no script of this hook" : script ? "script, which is what prints" : "an empty script, which prints nothing"),
    script ? el("pre", { tabIndex: 0 }, script) : null);
}

// The case of a check in the list of its clause.
function checkAt(clause, li) {
  const link = one("a", li), label = labelOf(li);
  const file = link ? names.get(parse(link.getAttribute("href")).anchor).slice("case:".length) : "";
  return { check: label.startsWith(".") || label === clause.id ? clause.owner + label.replace(clause.id, "") : clause.id + "/" + label, case: file, line: li.textContent.match(/:(\d+)(–\d+)?/)?.[1] };
}

// Fill puts the packed data of a clause where the document has its summary.
function fill(body, clause, data) {
  const own = data.clauses[clause.id];
  const seen = new Map();
  if (!own) return;
  const checks = all("ul.checks > li", body).map(li => checkAt(clause, li));
  all("ul.checks > li", body).forEach((li, i) => {
    const check = (own.checks || [])[i];
    if (!check) return;
    const name = "the check " + labelOf(li);
    if (check.assertions) li.append(el("small", {}, ` ${check.assertions} ${check.assertions === 1 ? "assertion" : "assertions"}`));
    if (check.script) li.append(el("pre", { tabIndex: 0 }, check.script));
    li.append(...mismatches(check.mismatches), evidence(data, check.evidence, checks[i].case, name, seen) ?? "");
  });
  all("ul.muts > li", body).forEach((li, i) => {
    const mutant = (own.mutants || [])[i];
    if (mutant) li.append(...killed(data, mutant, clause.id + "/" + labelOf(li), checks, seen));
  });
  const failures = own.failures || [];
  if (failures.length) {
    body.append(el("h5", {}, "How the others failed"), el("ul", { className: "failures" }, ...failures.map(f => failure(data, f, seen))));
  }
}

function killed(data, mutant, id, checks, seen) {
  const parts = [];
  for (const edit of mutant.edits || []) {
    const place = edit.line ? `${edit.file}:${edit.line}${edit.endLine > edit.line ? "–" + edit.endLine : ""}` : edit.file;
    parts.push(el("p", { className: "what" }, "edits ", el("code", {}, place), edit.function ? " in " : "", edit.function ? el("code", {}, edit.function) : ""));
    parts.push(versus(edit.old, edit.new));
  }
  if (mutant.says) parts.push(el("p", { className: "what" }, "the mismatch has to say ", el("code", {}, mutant.says)));
  const k = mutant.killer && { ...mutant.killer, ...checks[mutant.killer.own] };
  if (k) {
    parts.push(el("p", { className: "what" }, "counter-example: ", el("b", {}, k.check), k.case ? ` in ${k.case}, line ${k.line}` : "", k.mismatches ? "" : " (not at hand)"));
    parts.push(...mismatches(k.mismatches), evidence(data, k.evidence, k.case, "the mutant " + id, seen) ?? "");
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
    ...mismatches(f.mismatches), evidence(data, f.evidence, f.case, `${f.check} of ${name}`, seen),
    f.known ? el("p", { className: "what" }, "known failure: " + f.known) : null,
    f.repro ? el("p", { className: "what" }, "by itself: ", el("code", {}, f.repro)) : null);
}

// The class that gives a verdict its shape.
function classOf(verdict) {
  const option = all("#filters select[name=verdict] option").find(o => o.value === verdict);
  return "v" + (option ? option.dataset.letter : "N");
}
