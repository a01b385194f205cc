import type { ChosenAttack } from "../../app/use-attack";
import { linkTo, useRoute } from "../../app/use-route";
import { CopyText } from "../../ui/CopyText";
import { Select } from "../../ui/Select";
import "./sign.css";

interface AttackMenuProps extends ChosenAttack {
  /** What is attacked, such as "quote". */
  what: string;
  /** What cannot be attacked visibly, and why. */
  note?: string | undefined;
}

/** A menu of attacks on the response that is reviewed, with a link that contains the choice. */
export function AttackMenu({ what, attack, possible, choose, note }: AttackMenuProps) {
  const { id } = useRoute();
  const { origin, pathname } = location;
  return (
    <section className="attack" aria-label={`Attack this ${what}`}>
      <Select
        label={`Attack this ${what}`}
        value={attack?.id ?? ""}
        onChange={choose}
        options={[
          { value: "", label: "No attack" },
          ...possible.map(({ id: value, title }) => ({ value, label: title })),
        ]}
        hint={
          attack?.aim ??
          `The page changes the response of the service before the client reads it. ${note ?? ""}`
        }
      />
      {attack && (
        <p className="row tight small">
          <span className="muted">Share this attack:</span>
          <CopyText
            text={`${origin}${pathname}${linkTo(id, "attack", attack.id)}`}
            shown={linkTo(id, "attack", attack.id)}
            label="link to this attack"
          />
        </p>
      )}
    </section>
  );
}
