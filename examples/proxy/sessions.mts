// Shows a minimal session store: it knows the wallets of each user, in lower case.
// Use your database instead.

export interface Session {
  user: string;
  wallets: ReadonlySet<string | undefined>;
}

const sessions = new Map<string, Session>();

/** Signs a user in and returns the cookie. */
export function signIn(...wallets: string[]): string {
  const user = crypto.randomUUID();
  sessions.set(user, { user, wallets: new Set(wallets.map((wallet) => wallet.toLowerCase())) });
  return `session=${user}`;
}

export function sessionOf(request: Request): Session | undefined {
  const [, id = ""] = /(?:^|;\s*)session=([\w-]+)/.exec(request.headers.get("cookie") ?? "") ?? [];
  return sessions.get(id);
}
