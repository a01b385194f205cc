import { describe, expect, it } from "vitest";
import { endpoints } from "../../../src/contract/endpoints.js";
import { fixtureOf, fixtures } from "../../support/fixtures/index.js";
import { bitcoin } from "../../support/fixtures/values.js";
import { changedArgs, parameter, type Refusal, refusalOf, refuses } from "./refuse.js";

const person = fixtureOf("kyc.business.standard.create").minimalArgs[0] as {
  owners: [Record<string, unknown>];
};
const ach = {
  type: "ACH",
  routingNumber: "021000021",
  accountNumber: "0123456789",
  accountType: "SAVING",
  beneficiaryName: "Ana",
};
const fiatChain = "a fiat chain id: 137, 42161, 8453, 1";

refuses("fiat.quoteDeposit", [
  ...[0, 10, 56, 100, 196, 43114, "137"].map(
    (chainId): Refusal => [
      `chain ${typeof chainId} ${chainId}, because it has no fiat`,
      { chainId },
      { "body.chainId": fiatChain },
    ],
  ),
  [
    "BRZ outside Polygon",
    { receiveCryptoCurrency: "BRZ", chainId: 1 },
    { "body.receiveCryptoCurrency": /BRZ exists on Polygon.* only/ },
  ],
  [
    "another cryptocurrency",
    { receiveCryptoCurrency: "USDT" },
    { "body.receiveCryptoCurrency": "one of USDC, BRZ" },
  ],
  [
    "an amount as text",
    { amountToSendInFiatCurrency: "100" },
    { "body.amountToSendInFiatCurrency": "at least 0.01" },
  ],
  [
    "less than a cent",
    { amountToSendInFiatCurrency: 0.009 },
    { "body.amountToSendInFiatCurrency": "at least 0.01" },
  ],
  [
    "NaN as an amount",
    { amountToSendInFiatCurrency: Number.NaN },
    { "body.amountToSendInFiatCurrency": "at least 0.01" },
  ],
  [
    "an unknown payment method",
    { paymentMethodToSend: "BOLETO" },
    { "body.paymentMethodToSend": "ACH, PIX, WIRE, SPEI" },
  ],
  [
    "a Bitcoin wallet",
    { walletAddress: bitcoin.segwit },
    { "body.walletAddress": "an EVM address" },
  ],
  ["an empty identity", { individualId: "" }, { "body.individualId": "not empty" }],
  [
    "a wrong amount and BRZ outside Polygon in one error",
    { amountToSendInFiatCurrency: 0, receiveCryptoCurrency: "BRZ", chainId: 8453 },
    { "body.amountToSendInFiatCurrency": "at least 0.01", "body.receiveCryptoCurrency": "BRZ" },
  ],
]);

refuses("fiat.createDeposit", [
  ["an empty quote id", { quoteId: "" }, { "body.quoteId": "not empty" }],
  ["a missing quote id", { quoteId: undefined }, { "body.quoteId": "got nothing" }],
  ["the fields of a quote", { amount: "1" }, { "body.amount": "misspelt" }],
]);

const methods = (at: string, field: string): Refusal[] => {
  const method = (details: unknown) => ({ [field]: details });
  return [
    [
      "a routing number of 8 digits",
      method({ ...ach, routingNumber: "02100002" }),
      { [`${at}.routingNumber`]: "9 digits" },
    ],
    [
      "a routing number of 10 digits",
      method({ ...ach, routingNumber: "0210000210" }),
      { [`${at}.routingNumber`]: "9 digits" },
    ],
    [
      "a routing number as a number, because it can start with 0",
      method({ ...ach, routingNumber: 21000021 }),
      { [`${at}.routingNumber`]: "9 digits" },
    ],
    [
      "an account number of 9 digits",
      method({ ...ach, accountNumber: "012345678" }),
      { [`${at}.accountNumber`]: "exactly 10 digits" },
    ],
    [
      "an account type in the plural",
      method({ ...ach, accountType: "SAVINGS" }),
      { [`${at}.accountType`]: "CHECKING or SAVING" },
    ],
    [
      "ACH without a beneficiary",
      method({ ...ach, beneficiaryName: undefined }),
      { [`${at}.beneficiaryName`]: "not empty" },
    ],
    ["PIX without a key", method({ type: "PIX" }), { [`${at}.pixKey`]: "not empty" }],
    [
      "PIX with an empty key",
      method({ type: "PIX", pixKey: "" }),
      { [`${at}.pixKey`]: "not empty" },
    ],
    [
      "PIX with only the fields of another method",
      method({ type: "PIX", routingNumber: "1" }),
      { [`${at}.pixKey`]: "not empty" },
    ],
    [
      "PIX with a key of null",
      method({ type: "PIX", pixKey: null }),
      { [`${at}.pixKey`]: "empty" },
    ],
    ["a method with an empty type", method({ type: "" }), { [`${at}.type`]: "PIX or ACH" }],
    ["a method without a type", method({ pixKey: "k" }), { [`${at}.type`]: "got nothing" }],
    ["a method as text", method("PIX"), { [at]: "an object, got a string" }],
    ["no method", method(undefined), { [at]: "got nothing" }],
  ];
};

refuses("fiat.quoteWithdrawal", [
  ...methods("body.paymentMethodToReceiveDetails", "paymentMethodToReceiveDetails"),
  [
    "BRZ outside Polygon",
    { cryptoCurrencyToSend: "BRZ" },
    { "body.cryptoCurrencyToSend": /BRZ exists on Polygon.* only/ },
  ],
  [
    "an amount as a number",
    { amountToSendInCryptoCurrency: 10.5 },
    { "body.amountToSendInCryptoCurrency": "a string, got a number" },
  ],
  ["a chain without fiat", { chainId: 10 }, { "body.chainId": fiatChain }],
  [
    "a project fee of 100",
    { transactionFeePercent: 100 },
    { "body.transactionFeePercent": "from 0 to 99.99" },
  ],
]);

refuses("fiat.createWithdrawal", [
  ...methods("body.paymentMethod", "paymentMethod"),
  ["an empty quote id", { quoteId: "" }, { "body.quoteId": "not empty" }],
]);

refuses("kyc.individual.standard.create", [
  [
    "a country as two letters",
    { documentCountry: "BR" },
    { "body.documentCountry": "one of 248 values such as BRAZIL" },
  ],
  [
    "a country in lower case",
    { documentCountry: "brazil" },
    { "body.documentCountry": "one of 248 values" },
  ],
  [
    "a document number with dots",
    { documentId: "123.456.789-00" },
    { "body.documentId": "digits only" },
  ],
  ["a document number as a number", { documentId: 12345678900 }, { "body.documentId": "a string" }],
  ["a day that does not exist", { birthDate: "1990-02-30" }, { "body.birthDate": "YYYY-MM-DD" }],
  [
    "a day that does not exist, with slashes",
    { birthDate: "31/04/1990" },
    { "body.birthDate": "YYYY-MM-DD" },
  ],
  [
    "February 29 outside a leap year",
    { birthDate: "1900-02-29" },
    { "body.birthDate": "YYYY-MM-DD" },
  ],
  ["the month before the day", { birthDate: "01/31/1990" }, { "body.birthDate": "YYYY-MM-DD" }],
  ["a date with a time", { birthDate: "1990-01-31T00:00:00Z" }, { "body.birthDate": "YYYY-MM-DD" }],
  ["a Date", { birthDate: new Date(0) }, { "body.birthDate": "a string" }],
  [
    "an unknown document category",
    { documentCategory: "ID" },
    { "body.documentCategory": "PASSPORT, DRIVERS_LICENSE, IDENTITY_CARD" },
  ],
  ["liveness as text", { livenessRequired: "no" }, { "body.livenessRequired": "a boolean" }],
  [
    "a missing liveness",
    { livenessRequired: undefined },
    { "body.livenessRequired": "got nothing" },
  ],
  [
    "a missing name and a missing city in one error",
    { firstName: undefined, city: undefined },
    { "body.firstName": "got nothing", "body.city": "got nothing" },
  ],
  ["an empty name", { lastName: "" }, { "body.lastName": "not empty" }],
  [
    "an e-mail address without a domain",
    { email: "ana@" },
    { "body.email": /expected an e-mail address, got/ },
  ],
  [
    "an e-mail address of 255 characters",
    { email: `${"a".repeat(243)}@example.org` },
    { "body.email": "an e-mail address of at most 254 characters" },
  ],
  ["a misspelt field", { postcode: "1" }, { "body.postcode": "misspelt" }],
]);

refuses("kyc.business.standard.create", [
  ["the country BR", { country: "BR" }, { "body.country": "one of 248 values" }],
  ["no owners", { owners: [] }, { "body.owners": "at least one owner" }],
  [
    "an owner with the country BR",
    { owners: [{ ...person.owners[0], documentCountry: "BR" }] },
    { "body.owners[0].documentCountry": "one of 248 values" },
  ],
  [
    "a second owner without a name",
    { owners: [person.owners[0], { ...person.owners[0], firstName: undefined }] },
    { "body.owners[1].firstName": "got nothing" },
  ],
  ["a website without a scheme", { website: "acme.example" }, { "body.website": "a whole URL" }],
  ["a wrong e-mail address", { email: "office" }, { "body.email": "an e-mail address" }],
  ["an empty street", { streetLine1: "" }, { "body.streetLine1": "not empty" }],
]);

refuses("kyc.individual.enhanced.create", [
  ["text in place of a request", parameter("individual-1"), { body: /invalid_type/ }],
]);

refuses("wallets.requestTaxExport", [
  ["a missing identity", { individual: undefined }, { "body.individual": "got nothing" }],
  [
    "an empty identity",
    { individual: { type: "individual", individualId: "" } },
    { "body.individual.individualId": "not empty" },
  ],
  [
    "a misspelt field of the identity",
    { individual: { type: "individual", individualId: "i", id: "i" } },
    { "body.individual.id": "misspelt" },
  ],
  [
    "branding as text",
    { emailCustomization: "logo" },
    { "body.emailCustomization": "got a string" },
  ],
  ["a list of addresses", { email: ["a@b.co", "c@d.co"] }, { "body.email": "got an array" }],
]);

describe("a request with personal data", () => {
  const secret = "4111-1111-1111-1111";
  const personal = endpoints.filter((endpoint) => "personal" in endpoint && "body" in endpoint);
  const expected = fixtures.filter((fixture) => fixture.personal);

  it("is marked in its endpoint value", () => {
    expect(expected).not.toHaveLength(0);
    expect(personal.map(({ name }) => name).sort()).toEqual(
      expected.map(({ name }) => name).sort(),
    );
  });

  // The enhanced session accepts any field.
  it.each(expected.filter(({ name }) => name !== "kyc.individual.enhanced.create"))(
    "$name is rejected without quoting the value, because errors are logged",
    async ({ name, minimalArgs }) => {
      const request = minimalArgs.find((argument) => typeof argument === "object") as Record<
        string,
        unknown
      >;
      expect(Object.keys(request)).not.toHaveLength(0);
      for (const field of Object.keys(request)) {
        const wrong =
          typeof request[field] === "string" && !/email|country|Country|birth|Currency/.test(field)
            ? [secret]
            : secret;
        const error = await refusalOf(name, changedArgs(name, { [field]: wrong }));
        expect(JSON.stringify(error)).not.toContain(secret);
        expect(`${error.stack}`).not.toContain(secret);
      }
    },
  );
});
