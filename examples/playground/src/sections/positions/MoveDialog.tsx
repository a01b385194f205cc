import { useMutation } from "@tanstack/react-query";
import type { Address } from "bursar";
import { useState } from "react";
import { useApp } from "../../app/AppContext";
import { toMetadata } from "../../app/position-mark";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { ErrorNote } from "../../ui/ErrorNote";
import type { PreparedReview } from "../OperationDialog";
import { RangePicker, readRange } from "../pools/RangePicker";
import { plainNumber } from "../pools/range";
import { usePoolPrice } from "../pools/use-pool-price";
import { poolOf } from "./PositionCard";
import { reviewOf } from "./review";
import type { Position } from "./use-positions";

interface MoveDialogProps {
  /** Undefined while the dialog is closed. */
  position: Position | undefined;
  walletAddress: Address;
  onClose(): void;
  onPrepared(review: PreparedReview): void;
}

/** Chooses another price range for a position. */
export function MoveDialog({ position, onClose, ...rest }: MoveDialogProps) {
  return (
    <Dialog
      open={position !== undefined}
      onClose={onClose}
      title={`Move ${position?.pair ?? ""}`}
      wide
    >
      {position && <Move position={position} {...rest} onClose={onClose} />}
    </Dialog>
  );
}

function Move({
  position,
  walletAddress,
  onClose,
  onPrepared,
}: MoveDialogProps & { position: Position }) {
  const { client } = useApp();
  const { chainId, tokenId, token0, token1 } = position;
  const { data: price } = usePoolPrice(poolOf(position));
  const [range, setRange] = useState({
    min: plainNumber((price ?? 0) * 0.9),
    max: plainNumber((price ?? 0) * 1.1),
  });
  const read = readRange(range);
  const move = useMutation({
    mutationFn: async (newPosition: { minPrice: number; maxPrice: number }) => {
      const moved = { ...position, ...newPosition };
      const { operation } = await client.liquidity.rebalance({
        walletAddress,
        toAddress: walletAddress,
        chainId,
        tokenId,
        newPosition,
        slippage: 0.5,
        metadata: toMetadata(moved),
      });
      return reviewOf("move", operation, moved, walletAddress);
    },
    onSuccess: onPrepared,
  });
  if (!price) return undefined;
  return (
    <>
      <RangePicker
        price={price}
        symbol0={token0.symbol}
        symbol1={token1.symbol}
        range={range}
        onChange={setRange}
      />
      {move.error && <ErrorNote error={move.error} title="Nothing was prepared" />}
      <div className="row end dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="primary"
          busy={move.isPending}
          disabled={typeof read === "string"}
          onClick={() =>
            typeof read === "object" && move.mutate({ minPrice: read.min, maxPrice: read.max })
          }
        >
          Review the move
        </Button>
      </div>
    </>
  );
}
