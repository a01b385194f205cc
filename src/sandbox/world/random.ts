export interface Random {
  next(): number;
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  /** `bytes` random bytes as hex, without 0x. */
  hex(bytes: number): string;
}

/** Five times faster than converting each of the 800,000 bytes of a history. */
const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Mulberry32. The state is one number, so that a snapshot can save it. */
export function createRandom(state: { random: number }): Random {
  const next = () => {
    state.random = (state.random + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state.random ^ (state.random >>> 15), 1 | state.random);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (items) => items[below(items.length)] as never,
    hex: (bytes) => {
      let text = "";
      for (let i = 0; i < bytes; i++) text += hexBytes[below(256)];
      return text;
    },
  };
}

export function hashSeed(seed: string): number {
  let hash = 1_779_033_703 ^ seed.length;
  for (let i = 0; i < seed.length; i++) {
    hash = Math.imul(hash ^ seed.charCodeAt(i), 3_432_918_353);
    hash = (hash << 13) | (hash >>> 19);
  }
  return hash | 0;
}
