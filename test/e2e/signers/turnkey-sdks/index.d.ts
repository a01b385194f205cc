// The account is created with the client of @turnkey/http, and with no other.
export type TurnkeyBrowserClient = never;
export type TurnkeySDKClientBase = never;
export type TurnkeyServerClient = never;
