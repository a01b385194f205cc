/** The error of a call. */
export async function untilRejects(call: Promise<unknown>): Promise<Error & { hint?: string }> {
  try {
    await call;
  } catch (error) {
    return error as Error;
  }
  throw new TypeError("the call did not reject");
}
