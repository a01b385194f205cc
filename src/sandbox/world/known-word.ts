/** The words that an open list of the contract names. The sandbox sends no others. */
export type KnownWord<T> = T extends string ? (string extends T ? never : T) : never;
