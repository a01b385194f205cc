import { useState } from "react";
import { type Session, useApp } from "../app/AppContext";
import { useAdvance } from "../app/use-advance";
import { useExecution } from "../app/use-execution";
import { Button } from "../ui/Button";
import { CodeNote } from "../ui/CodeNote";
import { EmptyState } from "../ui/EmptyState";
import { ErrorNote } from "../ui/ErrorNote";
import { Panel } from "../ui/Panel";
import { Spinner } from "../ui/Spinner";
import { NeedsWallet } from "./NeedsWallet";
import { OperationDialog, type PreparedReview } from "./OperationDialog";
import { MoveDialog } from "./positions/MoveDialog";
import { PositionCard } from "./positions/PositionCard";
import { type Position, usePositions } from "./positions/use-positions";
import { ExecutionStatus } from "./swap/ExecutionStatus";
import "./pools/pools.css";

const code = `
const { operation } = await client.liquidity.collectFees({ walletAddress, chainId: 137, nftId: tokenId, payGasFeeToken: usdc });
await client.liquidity.rebalance({ walletAddress, toAddress: walletAddress, chainId: 137, tokenId, newPosition: { minPrice, maxPrice }, slippage: 0.5 });
await client.liquidity.change({ walletAddress, chainId: 137, tokenId, change: { percentage: 100 }, /* gas */ });   // closes it

if (hasSomethingToSign(operation)) {
  const signed = await signOperation(operation, signer, { owner, walletAddress, chainId: 137 });
  await client.operations.execute(signed);
}`;

const month = 30 * 86_400_000;

export function Positions() {
  const { session } = useApp();
  return session ? <PositionDesk session={session} /> : <NeedsWallet action="see its positions" />;
}

function PositionDesk({ session }: { session: Session }) {
  const { sandbox, notify } = useApp();
  const { walletAddress } = session;
  const advance = useAdvance();
  const { positions, error, isPending } = usePositions(walletAddress);
  const [moving, setMoving] = useState<Position>();
  const [prepared, setPrepared] = useState<PreparedReview>();
  const { execution, execute, dismiss } = useExecution(walletAddress);
  const review = (next: PreparedReview) => {
    setMoving(undefined);
    setPrepared(next);
  };
  const wait = () => {
    advance(month);
    notify("Advanced the sandbox's clock by 30 days");
  };
  return (
    <>
      <div className="stack wide">
        {execution && <ExecutionStatus execution={execution} onDismiss={dismiss} />}
        <Panel
          title="Your positions"
          about="Opened in this page. Each is an NFT of the wallet."
          actions={
            <>
              {sandbox && positions.length > 0 && <Button onClick={wait}>Let 30 days pass</Button>}
              <a className="button" href="#/pools">
                Open a position
              </a>
            </>
          }
        >
          {error ? (
            <ErrorNote error={error} />
          ) : isPending ? (
            <Spinner label="Loading the positions" />
          ) : positions.length === 0 ? (
            <EmptyState icon="positions" title="No positions yet">
              <p className="muted">Choose a pool and a price range.</p>
              <a className="button" data-kind="primary" href="#/pools">
                Choose a pool
              </a>
            </EmptyState>
          ) : (
            positions.map((position) => (
              <PositionCard
                key={position.tokenId}
                position={position}
                walletAddress={walletAddress}
                onMove={() => setMoving(position)}
                onPrepared={review}
              />
            ))
          )}
        </Panel>
      </div>
      <CodeNote code={code} />
      <MoveDialog
        position={moving}
        walletAddress={walletAddress}
        onClose={() => setMoving(undefined)}
        onPrepared={review}
      />
      <OperationDialog
        prepared={prepared}
        session={session}
        onClose={() => setPrepared(undefined)}
        execute={execute}
      />
    </>
  );
}
