// Shows a minimal session store: it knows the wallets of each user, in lower case.
// Use your database instead.

const sessions = new Map();

/** Signs a user in and returns the cookie. */
export function signIn(...wallets) {
  const id = crypto.randomUUID();
  sessions.set(id, { user: id, wallets: new Set(wallets.map((wallet) => wallet.toLowerCase())) });
  return `session=${id}`;
}

export function sessionOf(request) {
  const id = /(?:^|;\s*)session=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1];
  return sessions.get(id);
}
