// Names of statuses of records. Other programs may write any text, which is shown as it is.
import type { Translate } from "../translate.ts";

export function referralStatusName(status: string, t: Translate): string {
  switch (status) {
    case "open":
      return t("open");
    case "acknowledged":
      return t("acknowledged");
    case "resolved":
      return t("resolved");
    default:
      return status;
  }
}
