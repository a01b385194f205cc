import type { ComponentType } from "react";
import { Connect } from "../sections/Connect";
import { Errors } from "../sections/Errors";
import { Fund } from "../sections/Fund";
import { History } from "../sections/History";
import { Kyc } from "../sections/Kyc";
import { Orders } from "../sections/Orders";
import { Pools } from "../sections/Pools";
import { Portfolio } from "../sections/Portfolio";
import { RequestLog } from "../sections/RequestLog";
import { Swap } from "../sections/Swap";

/** One screen of the page. */
export interface Section {
  id: string;
  title: string;
  group: string;
  /** One line under the title. */
  about: string;
  Content: ComponentType;
}

export const sections: readonly Section[] = [
  {
    id: "connect",
    group: "Wallet",
    title: "Connect",
    about: "An owner's key, and the smart wallet that it signs for.",
    Content: Connect,
  },
  {
    id: "fund",
    group: "Wallet",
    title: "Fund",
    about: "Money from nowhere, for the sandbox only.",
    Content: Fund,
  },
  {
    id: "portfolio",
    group: "Wallet",
    title: "Portfolio",
    about: "What the wallet holds, and what it is worth.",
    Content: Portfolio,
  },
  {
    id: "swap",
    group: "Trade",
    title: "Swap",
    about: "Live quotes side by side, read before they are signed.",
    Content: Swap,
  },
  {
    id: "orders",
    group: "Trade",
    title: "Limit orders",
    about: "Orders that wait for their price, and taking them back.",
    Content: Orders,
  },
  {
    id: "pools",
    group: "Trade",
    title: "Pools",
    about: "Where liquidity is, and what it has earned.",
    Content: Pools,
  },
  {
    id: "history",
    group: "Records",
    title: "History",
    about: "Every transaction of a wallet, page by page.",
    Content: History,
  },
  {
    id: "kyc",
    group: "Records",
    title: "Verification",
    about: "An identity check from the form to its end.",
    Content: Kyc,
  },
  {
    id: "errors",
    group: "Developers",
    title: "Error gallery",
    about: "Every way in which a call can fail, on demand.",
    Content: Errors,
  },
  {
    id: "log",
    group: "Developers",
    title: "Request log",
    about: "What this page has asked the service for.",
    Content: RequestLog,
  },
];
