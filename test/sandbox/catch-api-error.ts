import { isApiError } from "../../src/index.js";

/** The error that the service returned. Throws if the call did not fail with one. */
export async function catchApiError(
  call: PromiseLike<unknown>,
): Promise<{ status: number; id: string | undefined; message: string }> {
  const thrown = await Promise.resolve(call).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!isApiError(thrown))
    throw new TypeError(`expected an error of the service, got ${String(thrown)}`);
  return { status: thrown.status, id: thrown.id, message: thrown.message };
}
