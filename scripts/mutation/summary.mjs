// Prints the share of killed mutants, and the mutants that survived.
export function printSummary(sample, results) {
  const done = sample.flatMap((each) => (results[each.id] ? { ...results[each.id], ...each } : []));
  const survivors = done.filter(({ result }) => result === "survived");
  const rows = {};
  for (const { path, result } of done) {
    const area = path.split("/")[1];
    rows[area] ??= { killed: 0, survived: 0 };
    rows[area][result] += 1;
  }
  for (const { path, line, operator, text, original, replacement, by } of survivors) {
    const change = `${original.split("\n")[0]} -> ${replacement.trim()}`;
    console.log(`${path}:${line} ${operator}: ${change} (${by})\n    ${text}`);
  }
  for (const row of Object.values(rows))
    row.percent = Math.round((100 * row.killed) / (row.killed + row.survived));
  console.table(rows);
  const killed = done.length - survivors.length;
  const share = done.length > 0 ? ((100 * killed) / done.length).toFixed(1) : "0";
  console.log(`${done.length} of ${sample.length} mutants, ${killed} killed (${share} %)`);
}
