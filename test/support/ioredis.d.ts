/** The part of ioredis that the pages use. test/e2e/examples compiles them with its own types. */
declare module "ioredis" {
  type Expiry = "EX" | "PX";
  export class Redis {
    set(key: string, value: string, unit: Expiry, time: number): Promise<"OK">;
    set(
      key: string,
      value: string,
      unit: Expiry,
      time: number,
      condition: "NX",
    ): Promise<"OK" | null>;
    get(key: string): Promise<string | null>;
    eval(script: string, keys: number, ...args: readonly string[]): Promise<unknown>;
  }
}
