// Shows how to print a progress bar, or a line per step into a file. The programs here use it.

export function showProgress(done: number, total: number): void {
  const bar = "█".repeat(Math.round((30 * done) / total)).padEnd(30, "░");
  const text = `${bar} ${done} of ${total}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${text}${done === total ? "\n" : ""}`);
  else process.stderr.write(`${text}\n`);
}
