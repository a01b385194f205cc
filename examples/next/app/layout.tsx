import type { ReactNode } from "react";
import { Providers } from "./providers";

export const metadata = { title: "A swap with bursar" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
