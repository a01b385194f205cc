// Prints the share of killed mutants, and the mutants that survived.
export function printSummary(sample, results) {
  const done = sample.map(({ id }) => results[id]).filter(Boolean);
  const survivors = done.filter(({ result }) => result === "survived");
  const rows = {};
  for (const { path, result } of done) {
    const area = path.split("/")[1];
    rows[area] ??= { killed: 0, survived: 0 };
    rows[area][result] += 1;
  }
  for (const { path, line, operator, text, replacement, by } of survivors)
    console.log(`${path}:${line} ${operator} -> ${replacement.trim()} (${by})\n    ${text}`);
  console.table(rows);
  const killed = done.length - survivors.length;
  const share = done.length > 0 ? ((100 * killed) / done.length).toFixed(1) : "0";
  console.log(`${done.length} of ${sample.length} mutants, ${killed} killed (${share} %)`);
}
