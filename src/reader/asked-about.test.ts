import assert from "node:assert/strict";
import { test } from "node:test";
import { compileReader, namesTrackedBrand, readAnswer } from "./read.ts";

const names = [
  "Notion",
  "Slack",
  "Square",
  "Stripe",
  "Monday",
  "Zoom",
  "Linear",
  "Target",
  "Apple",
  "Bolt",
  "Gusto",
];
const brand = (name: string) => ({ name, aliases: [], domains: [], about: null });
const [own, ...rivals] = names.map(brand);
const reader = compileReader({ own: own!, rivals });

const branded = `
notion pricing
is slack free
square vs stripe
Is Monday better than Trello?
zoom alternatives
what is notion used for
should i use linear or jira
how much does slack cost
notion vs evernote
does zoom work in china
alternatives to slack for small teams
switching from slack to discord
how to make a table in notion
apps like notion
is stripe safe
stripe fees vs paypal
gusto reviews
cancel zoom subscription
slack down
who owns linear
bolt customer support
is square better than stripe
square pos vs toast
why does zoom keep freezing
why is monday so slow
why is square holding my money
zoom alternatives free
slack keeps logging me out
gusto login employee
bolt vs uber
cheaper than slack
target return policy without receipt
wer steckt hinter notion
ist slack kostenlos
notion kosten
alternativas a slack
cuánto cuesta notion
notion c'est gratuit
zoom prix abonnement
`;
const unbranded = `
how to zoom in on a chart
what is a good notion of fairness
is monday good for launching a product
is apple good for you
is bolt good for digestion
cut me some slack
is monday a holiday
linear vs exponential growth
linear regression vs logistic regression
how to find the area of a square
what is a square root
best day to post, monday or tuesday
how to set a target price
apple pie recipe
which bolt do i need for a shelf
how to pick up slack in a rope
meetings on monday
stripe pattern dress
what is linear algebra
use square brackets in python
is a square better than a circle
best notes app for students
eat with gusto
how do i zoom my screen
why is monday so hard
why is square dancing popular
is apple good for diabetics
bolt vs screw
la notion de temps en philosophie
was kostet ein zoom objektiv
zoom lens vs prime lens
is target practice legal
best zoom camera alternatives
slack line reviews
`;
const lines = (text: string) => text.trim().split("\n");

for (const prompt of lines(branded))
  test(`"${prompt}" is branded`, () => assert.ok(namesTrackedBrand(reader, prompt)));
for (const prompt of lines(unbranded))
  test(`"${prompt}" is not branded`, () => assert.ok(!namesTrackedBrand(reader, prompt)));

test("what is known of a brand is not in the way of what is asked of it", () => {
  const wave = (about: string | null) => compileReader({ own: { ...brand("Wave"), about }, rivals: [] });
  const asked = (about: string | null, prompt: string) => namesTrackedBrand(wave(about), prompt);
  const about = "accounting and invoicing software";
  assert.ok(asked(about, "wave invoicing reviews") && asked(about, "wave accounting for freelancers"));
  assert.ok(!asked(about, "wave energy reviews") && !asked(null, "wave energy for homes"));
});

for (const about of [null, "notes and wiki app"])
  test(`an answer about the brand that was asked about names it, with about ${about}`, () => {
    const reader = compileReader({ own: { ...brand("Notion"), about }, rivals: [] });
    const named = (prompt: string, text: string) =>
      readAnswer(reader, { text, citations: [], prompt }).mentions.flatMap(({ evidence }) =>
        evidence.map(({ start }) => start),
      );
    assert.deepEqual(named("is notion good for students", "Yes, Notion is good for students."), [5]);
    assert.deepEqual(named("is notion good for students", "Yes: students like Notion's free plan."), [19]);
    assert.deepEqual(named("is notion good for students", "The notion that it is slow is wrong."), []);
  });
