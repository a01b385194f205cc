// Shows a session: a cookie that names the wallet of the user. Replace it by your own sign-in, with
// a signature of the owner and a cookie that cannot be forged.

export function walletOfSession(request: Request): string | undefined {
  return /(?:^|;\s*)wallet=(0x[0-9a-f]{40})/.exec(request.headers.get("cookie") ?? "")?.[1];
}

export function startSession(wallet: string): Response {
  const cookie = `wallet=${wallet.toLowerCase()}; Path=/; HttpOnly; SameSite=Strict`;
  return Response.json({ wallet }, { headers: { "set-cookie": cookie } });
}
