import assert from "node:assert/strict";
import { test } from "node:test";
import { refuseLittleAddressSpace } from "./address-space.ts";

const limits = (soft: string) =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax address space         ${soft}           unlimited            bytes\nMax file locks            1                    2                    locks\n`;

test("a process that may reserve too few addresses for the embedded store is told so, and no other", () => {
  assert.throws(() => refuseLittleAddressSpace(limits("4096000000")), {
    name: "StoreError",
    message: /needs 10 GB of virtual memory, .* limited to less\. Raise the limit .*DATABASE_URL/,
  });
  for (const enough of [limits("unlimited"), limits("10240000000"), "", "Max address space  \n"])
    refuseLittleAddressSpace(enough);
  refuseLittleAddressSpace();
});
