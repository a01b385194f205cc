import { testManyIssues } from "../../../http/response/many-issues.js";

testManyIssues({ items: 40_000, quotes: 20_000, names: 200_000 });
