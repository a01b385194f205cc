import { useApp } from "../app/AppContext";
import { NeedsWallet } from "./NeedsWallet";
import { OrderDesk } from "./orders/OrderDesk";

export function Orders() {
  const { session } = useApp();
  return session ? <OrderDesk session={session} /> : <NeedsWallet action="place limit orders" />;
}
