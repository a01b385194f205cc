import { endpoint } from "../shared/endpoint.js";
import { AnyWalletPath, TaxExportRequest, TaxExportScheduleRequest } from "./schemas.js";

/** E14. */
export const requestTaxExport = endpoint({
  name: "wallets.requestTaxExport",
  title: "Request a tax export by e-mail",
  label: "E14",
  method: "POST",
  path: "/api/v1/wallets/{walletAddress}/tax-export",
  params: AnyWalletPath,
  body: TaxExportRequest,
  errors: [
    "ACCOUNT_ABSTRACTION_ADDRESS_NOT_REGISTERED_WITH_PROJECT",
    "TAX_EXPORT_ALREADY_REQUESTED_TODAY",
    "FAILED_TO_PUBLISH_CHECK_TRANSFER_IS_CROSS_SWAP",
  ],
  effect: "write",
  known: "contract",
  personal: true,
  lookup:
    "on the same day a retry is safe: a second request fails with TAX_EXPORT_ALREADY_REQUESTED_TODAY. " +
    "On another day, ask whether the e-mail arrived",
});

export const scheduleTaxExport = endpoint({
  name: "wallets.scheduleTaxExport",
  title: "Schedule a monthly tax export by e-mail",
  method: "POST",
  path: "/api/v1/wallets/{walletAddress}/tax-export/schedules",
  params: AnyWalletPath,
  body: TaxExportScheduleRequest,
  errors: [
    "INVALID_TAX_EXPORT_SCHEDULE_TIMEZONE",
    "TAX_EXPORT_SCHEDULE_ALREADY_EXISTS",
    "FAILED_TO_PUBLISH_TAX_EXPORT_SCHEDULE_MESSAGE",
  ],
  effect: "write",
  known: "published",
  personal: true,
  lookup:
    "a retry is safe: if there is a schedule, it fails with TAX_EXPORT_SCHEDULE_ALREADY_EXISTS",
});

/** The endpoints of tax exports, in the order of the reference. */
export default [requestTaxExport, scheduleTaxExport] as const;
