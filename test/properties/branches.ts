/** Counts which branches the samples of a generator take. */
export class BranchCounter {
  readonly #counts = new Map<string, number>();
  #samples = 0;

  /** Adds the branches of one sample, each once. */
  add(branches: Iterable<string>): void {
    this.#samples++;
    for (const branch of new Set(branches))
      this.#counts.set(branch, (this.#counts.get(branch) ?? 0) + 1);
  }

  /** Percent of the samples per branch, in the order of their names. */
  percents(): ReadonlyMap<string, number> {
    const entries = [...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1));
    return new Map(entries.map(([branch, count]) => [branch, (100 * count) / this.#samples]));
  }

  /** The expected branches of which fewer than `least` percent of the samples are. */
  findRare(expected: Iterable<string>, least = 0): string[] {
    const percents = this.percents();
    return [...new Set(expected)].filter((branch) => {
      const percent = percents.get(branch);
      return percent === undefined || percent < least;
    });
  }

  print(title: string): string {
    const rows = [...this.percents()].map(([branch, share]) => `${branch}: ${share.toFixed(1)} %`);
    return `${title}, ${this.#samples} samples\n${rows.join("\n")}`;
  }
}
