import { sequence } from "./draw.mjs";

const swap = sequence({
  title: "A swap, from the quote to the final status",
  lanes: [
    ["Owner", 60, 90],
    ["Your program", 220, 130],
    ["Service", 380, 90],
  ],
  steps: [
    ["Your program", "Service", "`swap.quote`"],
    ["Service", "Your program", "quotes", "reply"],
    ["Your program", "Your program", ["choose one, and", "compare it with", "the request"]],
    ["Your program", "Owner", "hash to sign"],
    ["Owner", "Your program", "signature", "reply"],
    ["Your program", "Service", "`operations.execute`"],
    ["Service", "Your program", "queued", "reply"],
    {
      loop: "waitForTransaction",
      x: 72,
      width: 358,
      steps: [
        ["Your program", "Service", "`wallets.history`"],
        ["Service", "Your program", "PROCESSING", "reply"],
      ],
    },
    ["Service", "Your program", "final status", "reply"],
  ],
});

const proxy = sequence({
  title: "A request from the page through the proxy to the service",
  lanes: [
    ["Page", 60, 90],
    ["Your proxy", 220, 168],
    ["Service", 380, 90],
  ],
  steps: [
    ["Page", "Your proxy", ["request", "without a key"]],
    ["Your proxy", "Your proxy", ["origin, path, allow", "a write's id is new"]],
    ["Your proxy", "Your proxy", ["`authorize`", "`once, limit`"]],
    ["Your proxy", "Your proxy", ["schema: only", "valid values pass"]],
    ["Your proxy", "Service", ["new request", "with the API key"]],
    ["Service", "Your proxy", "response", "reply"],
    ["Your proxy", "Page", "status, body", "reply"],
  ],
});

const fiat = sequence({
  title: "A deposit by bank transfer, from the identity check to the credit",
  lanes: [
    ["Person", 60, 90],
    ["Your app", 220, 110],
    ["Service", 380, 90],
  ],
  steps: [
    ["Person", "Your app", "data, documents"],
    ["Your app", "Service", "identity check"],
    ["Service", "Your app", "`individualId`", "reply"],
    ["Your app", "Service", "`fiat.quoteDeposit`"],
    ["Service", "Your app", ["quote, valid", "for minutes"], "reply"],
    ["Your app", "Service", "`fiat.createDeposit`"],
    ["Service", "Your app", ["id of the order,", "instructions"], "reply"],
    ["Your app", "Your app", "store the order"],
    ["Your app", "Person", "instructions", "reply"],
    ["Person", "Service", "bank transfer"],
    ["Service", "Your app", ["webhook, perhaps", "more than once"]],
    ["Your app", "Your app", ["verify it, compare it", "with the order"]],
    ["Your app", "Your app", ["#credit it once"], "good"],
    ["Your app", "Service", "204", "reply"],
  ],
});

export const sequences = { swap, proxy, fiat };
