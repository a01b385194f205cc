import { type ComponentType, lazy } from "react";
import { Connect } from "../sections/Connect";

// The first screen is in the first file. The other sections load when they are opened.
const Fund = lazy(async () => ({ default: (await import("../sections/portfolio/Fund")).Fund }));
const Portfolio = lazy(async () => ({
  default: (await import("../sections/Portfolio")).Portfolio,
}));
const Transfer = lazy(async () => ({ default: (await import("../sections/Transfer")).Transfer }));
const Swap = lazy(async () => ({ default: (await import("../sections/Swap")).Swap }));
const Orders = lazy(async () => ({ default: (await import("../sections/Orders")).Orders }));
const Pools = lazy(async () => ({ default: (await import("../sections/Pools")).Pools }));
const Positions = lazy(async () => ({
  default: (await import("../sections/Positions")).Positions,
}));
const Lending = lazy(async () => ({ default: (await import("../sections/Lending")).Lending }));
const Fiat = lazy(async () => ({ default: (await import("../sections/Fiat")).Fiat }));
const Payouts = lazy(async () => ({ default: (await import("../sections/Payouts")).Payouts }));
const History = lazy(async () => ({ default: (await import("../sections/History")).History }));
const Kyc = lazy(async () => ({ default: (await import("../sections/Kyc")).Kyc }));
const Errors = lazy(async () => ({ default: (await import("../sections/Errors")).Errors }));
const RequestLog = lazy(async () => ({
  default: (await import("../sections/RequestLog")).RequestLog,
}));

/** One section of the page. */
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
    about: "Connect an owner's key and register its smart wallet.",
    Content: Connect,
  },
  {
    id: "fund",
    group: "Wallet",
    title: "Fund",
    about: "Add test money, or prepare a deposit.",
    Content: Fund,
  },
  {
    id: "portfolio",
    group: "Wallet",
    title: "Portfolio",
    about: "The tokens of the wallet and their value.",
    Content: Portfolio,
  },
  {
    id: "transfer",
    group: "Wallet",
    title: "Transfer",
    about: "Send a token to one or several recipients.",
    Content: Transfer,
  },
  {
    id: "swap",
    group: "Trade",
    title: "Swap",
    about: "Compare live quotes, review one and sign it.",
    Content: Swap,
  },
  {
    id: "orders",
    group: "Trade",
    title: "Limit orders",
    about: "Place orders at your price and cancel them.",
    Content: Orders,
  },
  {
    id: "pools",
    group: "Trade",
    title: "Pools",
    about: "Liquidity pools, their volume and their fees.",
    Content: Pools,
  },
  {
    id: "positions",
    group: "Trade",
    title: "Positions",
    about: "Collect the fees of a liquidity position, move it and close it.",
    Content: Positions,
  },
  {
    id: "lending",
    group: "Trade",
    title: "Lending",
    about: "Supply tokens, borrow against them, repay and withdraw.",
    Content: Lending,
  },
  {
    id: "fiat",
    group: "Payments",
    title: "Fiat",
    about: "Buy tokens by bank transfer, and sell them to a bank account.",
    Content: Fiat,
  },
  {
    id: "payouts",
    group: "Payments",
    title: "Payouts",
    about: "Pay each person of a list once, even if the program is killed in between.",
    Content: Payouts,
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
    about: "An identity check from the form to its result.",
    Content: Kyc,
  },
  {
    id: "errors",
    group: "Developers",
    title: "Error gallery",
    about: "Trigger every error that a call can throw.",
    Content: Errors,
  },
  {
    id: "log",
    group: "Developers",
    title: "Request log",
    about: "The requests that this page has sent.",
    Content: RequestLog,
  },
];
