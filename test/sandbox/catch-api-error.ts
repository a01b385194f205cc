import { isApiError } from "../../src/index.js";

/** What a call was refused with. */
export async function refusalOf(
  call: PromiseLike<unknown>,
): Promise<{ status: number; id: string | undefined; message: string }> {
  const thrown = await Promise.resolve(call).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isApiError(thrown)) throw new TypeError(`not refused by the service: ${String(thrown)}`);
  return { status: thrown.status, id: thrown.id, message: thrown.message };
}
