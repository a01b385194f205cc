const rawTargets = new WeakMap<Request, string>();
const parsedRequests = new WeakSet<Request>();

/** Stores the target of the request line: `new URL` removes dot segments and backslashes. */
export function setRawTarget(request: Request, target: string): void {
  rawTargets.set(request, target);
}

/** Undefined for a `Request` that was not converted from a Node request. */
export function getRawTarget(request: Request): string | undefined {
  return rawTargets.get(request);
}

/** Marks a request whose body a parser has read: the bytes that were sent are lost. */
export function markBodyAsParsed(request: Request): void {
  parsedRequests.add(request);
}

/** Whether the body of the `Request` is not the bytes that were sent. */
export function hasParsedBody(request: Request): boolean {
  return parsedRequests.has(request);
}
