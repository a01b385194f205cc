const paths: Record<string, string> = {
  connect: "M15 7h3a4 4 0 0 1 0 8h-3M9 15H6a4 4 0 0 1 0-8h3M8 11h8",
  fund: "M12 3v12M7 10l5 5 5-5M4 20h16",
  portfolio: "M12 3a9 9 0 1 0 9 9h-9zM15 3.5A9 9 0 0 1 20.5 9H15z",
  transfer: "M21 3 3 10.500l7.500 3L13.500 21zM21 3 10.500 13.500",
  swap: "M7 4 3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7",
  orders: "M4 6h16M4 12h10M4 18h7M18 14v4l2.5 1.5",
  pools: "M12 3s6 6.5 6 11a6 6 0 0 1-12 0c0-4.500 6-11 6-11z",
  positions: "M4 20V10M9.300 20V5M14.700 20v-8M20 20V8M2.500 20h19",
  lending: "M12 3 3 8h18zM5.500 8v9M10 8v9M14 8v9M18.500 8v9M3 20h18",
  fiat: "M3 6.500h18v11H3zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM6 9.500v.2M18 14.300v.2",
  payouts: "M4 6h9M4 12h6M4 18h9M16 9l4 3-4 3M11 12h9",
  history: "M4 12a8 8 0 1 0 2.600-5.900L4 8.500M4 4v4.500h4.500M12 8v4.500l3 1.800",
  kyc: "M12 3l7 3v5c0 5-3.200 8-7 10-3.800-2-7-5-7-10V6zM9 12l2.200 2.200L15.500 10",
  errors: "M12 4 2.800 20h18.400zM12 10v4.500M12 17.300v.2",
  log: "M5 4h14v16H5zM8.500 8.500h7M8.500 12h7M8.500 15.500h4",
  wallet: "M4 7h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4 7l11-3v3M16 13h.5",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.800v4.400M9 14.800v4.400",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M18.700 5.300l-1.400 1.400M6.700 17.300l-1.400 1.400",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  check: "M5 12.500l4.500 4.500L19 7.500",
  alert: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 8v5M12 16v.2",
  info: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 11v5M12 8v.2",
  minus: "M6 12h12",
  clock: "M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM12 7.500V12l3 2",
  arrow: "M5 12h14M13 6l6 6-6 6",
  external: "M14 4h6v6M20 4l-9 9M18 14v5H5V6h5",
  key: "M14.500 4a5.500 5.500 0 1 0 1.500 10.800M9.800 12.300 3 19v2h3l.8-2h2v-2h2l1.500-1.500M15.500 8.500h.2",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
};

/** A decorative icon next to a text. */
export function Icon({ name }: { name: string }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="18"
      height="18"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={paths[name] ?? ""}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
