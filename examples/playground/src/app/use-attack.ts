import type { Client } from "bursar";
import { useEffect, useEffectEvent, useState } from "react";
import { useApp } from "./AppContext";
import { type Attack, type AttackTarget, attacks, findAttack } from "./attacks";
import { setRouteParam, useRoute } from "./use-route";

/** The attack of a review. */
export interface ChosenAttack {
  attack: Attack | undefined;
  /** The attacks that the response makes possible. */
  possible: readonly Attack[];
  choose(id: string): void;
}

/** The attack that the URL names. */
export function useRouteAttack(): Attack | undefined {
  const { params } = useRoute();
  return findAttack(params.get("attack"));
}

/**
 * Returns what is offered for signing: what the service sent, or what the client received after an
 * attack on the same response. Undefined until the client has read it.
 */
export function useAttack<T>(
  target: AttackTarget,
  honest: T,
  request: (client: Client) => Promise<T>,
): ChosenAttack & { offered: T | undefined; failure: unknown } {
  const { attackedClient } = useApp();
  const attack = useRouteAttack();
  const possible = attacks.filter(({ changes }) => changes[target]);
  const active = attack && possible.includes(attack) ? attack : undefined;
  const [changed, setChanged] = useState<{ by: Attack; of: T; value?: T; failure?: unknown }>();
  const receive = useEffectEvent(request);
  useEffect(() => {
    if (!active) return;
    let isCurrent = true;
    const show = (result: { value?: T; failure?: unknown }) => {
      if (isCurrent) setChanged({ by: active, of: honest, ...result });
    };
    receive(attackedClient(active)).then(
      (value) => show({ value }),
      (failure) => show({ failure }),
    );
    return () => {
      isCurrent = false;
    };
  }, [active, honest, attackedClient]);
  const current = changed?.by === active && changed?.of === honest ? changed : undefined;
  return {
    attack: active,
    possible,
    choose: (id) => setRouteParam("attack", id || undefined),
    offered: active ? current?.value : honest,
    failure: active && current?.failure,
  };
}

/** Wraps a handler of the end of a review, so that it removes the attack from the URL. */
export function withoutAttack<Args extends unknown[]>(
  close: (...args: Args) => void,
): (...args: Args) => void {
  return (...args) => {
    setRouteParam("attack", undefined);
    close(...args);
  };
}
