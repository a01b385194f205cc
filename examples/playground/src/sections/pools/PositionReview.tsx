import type { Client, CreateLiquidityRequest, CreateWithSwapResult, SigningProblem } from "bursar";
import { hasSomethingToSign } from "bursar";
import {
  checkOperation,
  describeOperation,
  type SignedOperation,
  signOperation,
} from "bursar/signing";
import type { Session } from "../../app/AppContext";
import { serviceNow } from "../../app/clock";
import { useAttack, withoutAttack } from "../../app/use-attack";
import { isMore } from "../../app/use-held";
import { useSigning } from "../../app/use-signing";
import { Amount } from "../../ui/Amount";
import { CopyText } from "../../ui/CopyText";
import { ErrorNote } from "../../ui/ErrorNote";
import { Facts } from "../../ui/Facts";
import { usd, when } from "../../ui/format";
import { SignActions } from "../SignActions";
import { AttackMenu } from "../sign/AttackMenu";
import { PromiseChecks } from "../sign/PromiseChecks";

/** A prepared position and its request. */
export interface PreparedPosition {
  operation: CreateWithSwapResult["operation"];
  request: CreateLiquidityRequest;
}

interface PositionReviewProps {
  prepared: PreparedPosition;
  symbol: string;
  session: Session;
  onClose(): void;
  onSigned(signed: SignedOperation): void;
}

const texts = {
  Matches:
    "It states your chain and wallet, has a hash, no delegation, and has not expired. The library compares nothing else of a position, because the response does not state it.",
  "Within your limits": { unchecked: "The library has no limits for positions." },
  Reasonable: { unchecked: "The response states no prices, so no loss is judged." },
  Settled: "After the execution, what left the wallet is compared with the amount of your request.",
};

/**
 * The amount is the caller's to compare: `signOperation` does not know the request of a position.
 */
function compareAmount(
  { amountIn }: PreparedPosition["operation"],
  request: CreateLiquidityRequest,
): string | undefined {
  const stated = String(amountIn ?? request.amountIn);
  return isMore(stated, request.amountIn, { decimals: 18 })
    ? `The response takes ${stated}, and you asked for ${request.amountIn}.`
    : undefined;
}

/** Shows what a position does as far as it is known, and signs it. */
export function PositionReview(props: PositionReviewProps) {
  const { prepared, symbol, session } = props;
  const { request } = prepared;
  const onClose = withoutAttack(props.onClose);
  const signing = useSigning(withoutAttack(props.onSigned));
  const { offered, failure, ...attack } = useAttack(
    "position",
    prepared.operation,
    async (client: Client) => (await client.liquidity.createWithSwap(request)).operation,
  );
  const { owner, signer, walletAddress } = session;
  const { chainId } = request;
  const terms = { owner, walletAddress, chainId, now: serviceNow() };
  const problems: SigningProblem[] | undefined = offered && checkOperation(offered, terms);
  const difference = offered && compareAmount(offered, request);
  const summary = offered && describeOperation(offered, terms);
  return (
    <>
      {failure !== undefined && <ErrorNote error={failure} title="The response cannot be read" />}
      <AttackMenu
        what="position"
        {...attack}
        note="The response of a position states no receiver and no minimum, and a changed hash cannot be seen."
      />
      {problems && (
        <PromiseChecks
          what="position"
          problems={problems}
          texts={texts}
          own={{
            text: `The amount in the response is at most the ${request.amountIn} ${symbol} that you entered.`,
            problem: difference,
          }}
        />
      )}
      {offered && (
        <Facts
          facts={[
            ["You pay", <Amount key="pay" value={offered.amountIn} symbol={symbol} />],
            ["The position gets", typeof offered.amounts === "string" ? offered.amounts : "–"],
            ["Estimated APR", offered.estimatedApr ? `${offered.estimatedApr} %, a forecast` : "–"],
            ["Gas", usd(offered.estimatedGasFees?.gasFeeTokenAmountUSD)],
            ["From", <CopyText key="from" text={walletAddress} label="paying wallet" full />],
            ["Sign until", when(summary?.validUntil)],
          ]}
        />
      )}
      {summary?.warnings.map((warning) => (
        <p key={warning} className="muted small">
          {warning}
        </p>
      ))}
      <SignActions
        what="position"
        problems={difference ? undefined : problems}
        expiresAt={offered?.expiresAt}
        signing={signing}
        onClose={onClose}
        onSign={(accept) => {
          if (offered && hasSomethingToSign(offered))
            void signing.sign(() => signOperation(offered, signer, { ...terms, accept }));
        }}
      />
    </>
  );
}
