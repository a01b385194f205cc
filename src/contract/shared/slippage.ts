// Percent.
export const defaultSlippage = 0.5;
export const minSlippage = 0.5;
export const maxSlippage = 99;
