import { chainName, type KnownToken, knownTokens, tokenKey, tokenOfKey } from "../../app/tokens";
import { Select } from "../../ui/Select";

/** A select for the known tokens, each with its chain. */
export function TokenSelect({
  label,
  token,
  onChange,
}: {
  label: string;
  token: KnownToken;
  onChange(token: KnownToken): void;
}) {
  return (
    <Select
      label={label}
      value={tokenKey(token)}
      onChange={(value) => onChange(tokenOfKey(value))}
      options={knownTokens.map((other) => ({
        value: tokenKey(other),
        label: `${other.symbol} · ${chainName(other.chainId)}`,
      }))}
    />
  );
}
