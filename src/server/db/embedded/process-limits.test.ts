import assert from "node:assert/strict";
import { test } from "node:test";
import { refuseSmallLimits } from "./process-limits.ts";

const limits = (addresses: string, files = "1024") =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${files}                 524288               files\nMax address space         ${addresses}           unlimited            bytes\nMax file locks            1                    2                    locks\n`;

test("a process that may reserve too few addresses for the embedded store is told so, and no other", () => {
  assert.throws(() => refuseSmallLimits(limits("4096000000")), {
    name: "StoreError",
    message: /needs 10 GB of virtual memory, .* limited to less\. Raise the limit .*DATABASE_URL/,
  });
  for (const enough of [limits("unlimited"), limits("10240000000"), "", "Max address space  \n"])
    refuseSmallLimits(enough);
  refuseSmallLimits();
});

test("a process that may open too few files for the embedded store is told so, and no other", () => {
  assert.throws(() => refuseSmallLimits(limits("unlimited", "256")), {
    name: "StoreError",
    message: /needs 512 open files, .* limited to 256\. Raise the limit \(ulimit -n, .*DATABASE_URL/,
  });
  refuseSmallLimits(limits("unlimited", "512"));
  refuseSmallLimits(limits("unlimited", "unlimited"));
});
