import { useMutation } from "@tanstack/react-query";
import type {
  Country,
  CreatedIndividualSession,
  CreateIndividualSessionRequest,
  DocumentCategory,
} from "bursar";
import { type FormEvent, useState } from "react";
import { useApp } from "../../app/AppContext";
import { Button } from "../../ui/Button";
import { ErrorNote } from "../../ui/ErrorNote";
import { Field } from "../../ui/Field";
import { words } from "../../ui/format";
import { Select } from "../../ui/Select";

const countries: Country[] = [
  "BRAZIL",
  "ARGENTINA",
  "CANADA",
  "FRANCE",
  "GERMANY",
  "INDIA",
  "JAPAN",
  "MEXICO",
  "PORTUGAL",
  "SPAIN",
];
const categories: DocumentCategory[] = ["PASSPORT", "DRIVERS_LICENSE", "IDENTITY_CARD"];

const sample: CreateIndividualSessionRequest = {
  firstName: "Ana",
  lastName: "Silva",
  birthDate: "1990-05-17",
  documentCategory: "IDENTITY_CARD",
  documentCountry: "BRAZIL",
  documentId: "123456789",
  livenessRequired: false,
  email: "ana@example.com",
  address: "Rua Augusta 1",
  city: "Sao Paulo",
  state: "SP",
  postalCode: "01000000",
};

type Texts = {
  [Name in keyof CreateIndividualSessionRequest as CreateIndividualSessionRequest[Name] extends string
    ? Name
    : never]: string;
};

/**
 * The form of a person. The client validates it and lists every issue before it sends the request.
 */
export function PersonForm({ onCreated }: { onCreated(created: CreatedIndividualSession): void }) {
  const { client } = useApp();
  const [person, setPerson] = useState(sample);
  const create = useMutation({
    mutationFn: () => client.kyc.individual.standard.create(person),
    onSuccess: onCreated,
  });
  const field = (name: keyof Texts, label: string, hint?: string) => (
    <Field
      label={label}
      value={person[name]}
      onChange={(value) => setPerson({ ...person, [name]: value })}
      hint={hint}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <div className="kyc-fields">
        {field("firstName", "First name")}
        {field("lastName", "Last name")}
        {field("birthDate", "Date of birth", "Year, month, day: 1990-05-17")}
        {field("email", "E-mail")}
        <Select
          label="Document"
          value={person.documentCategory}
          onChange={(value) =>
            setPerson({ ...person, documentCategory: value as DocumentCategory })
          }
          options={categories.map((value) => ({ value, label: words(value) }))}
          hint="A passport needs no photo of the back."
        />
        <Select
          label="Country of the document"
          value={person.documentCountry}
          onChange={(value) => setPerson({ ...person, documentCountry: value as Country })}
          options={countries.map((value) => ({ value, label: words(value) }))}
          hint="BRZ needs a Brazilian document."
        />
        {field("documentId", "Document number", "Digits only")}
        {field("address", "Street and number")}
        {field("city", "City")}
        {field("state", "State")}
        {field("postalCode", "Postal code")}
      </div>
      {create.error && <ErrorNote error={create.error} />}
      <div className="row">
        <Button type="submit" kind="primary" busy={create.isPending}>
          Create the session
        </Button>
      </div>
    </form>
  );
}
