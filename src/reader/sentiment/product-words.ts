/**
 * Word values (AFINN's scale, -5 to 5) that differ in talk about products from the posts AFINN was made from:
 * judgements it lacks, and words that name a feature or a thing without judging it ("noise cancelling", "massage gun").
 */

const valued: readonly [number, string][] = [
  [4, "unbeatable best-in-class top-notch outstanding superb"],
  [3, "stellar excels excel excelled shines top-rated award-winning must-have market-leading"],
  [
    2,
    `versatile intuitive standout well-made well-built well-rounded feature-rich user-friendly high-quality durable
    dependable sturdy responsive renowned acclaimed trusted effortless feature-packed hassle-free cost-effective
    budget-friendly long-lasting crisp sleek snappy`,
  ],
  [1, "lightweight premium inexpensive streamlined established"],
  [-1, "pricey expensive costly bulky cumbersome dated lacklustre lackluster limited shortcomings drawback"],
  [
    -2,
    `avoid overpriced flimsy clunky buggy outdated sluggish underwhelming mediocre unintuitive unresponsive inconsistent
    sacrificing sacrifice compromising compromises compromise hassle complaints complaint uncomfortable fragile inferior tinny discontinued laggy glitchy overrated drawbacks crashes`,
  ],
  [-3, "unreliable unusable disappointing disappoints scam scams useless terrible awful horrible worst"],
  [
    0,
    `like want wants share shared gun hard no yes resolution vision active emergency ha cleaner cleaners pay pays stall
    barrier prevent prevents preventing anti gold united certain fan fans fire alert alerts matter matters cutting cut
    cuts allow allows dirt pain stress pressure verdict contender envy swift thanks luck charges charge fighting
    lag basic accident accidents deduction deception villagers fascists murderer fragrance alcohol low lower
    demanding stop stops block blocks blocking attack attacks threat threats noise cancelling canceling offline big
    interest interested reach reaching vitamin diamond wits pique strike strikes axe murder crushing ensure ensures
    ensuring capabilities capability solution solutions support supports supported ability please increase increased
    growing drop drops gray grey dead battle crime crimes sore injuries injury sufferers relieve
    rich dream dreams adventure adventures marvel scoop natural vitality tops demand demands mistake mistakes share
    free fit fitness safety forget redeemed hero comedy alarm alarms leave leaves gain novel chance true important`,
  ],
];

export const productWords: ReadonlyMap<string, number> = new Map(
  valued.flatMap(([value, words]) => words.split(/\s+/).map((word): [string, number] => [word, value])),
);
