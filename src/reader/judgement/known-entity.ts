import { foldedKey } from "../text/fold.ts";
import { once } from "../text/once.ts";

/**
 * Well-known companies, places, works and people whose names contain the name of another company. Readers know that
 * "Mint Mobile" does not name the brand Mint. A line serves every brand whose name it contains, unless the other words
 * belong to the brand's names or to what it sells.
 */
const entityLines = `
Square Enix|Times Square|Union Square|Red Square|Trafalgar Square|Madison Square Garden|Square D|Square One
Apple Records|Apple Corps|Apple Bank|Big Apple|Apple Valley|Apple Vacations|Fiona Apple|Apples to Apples|Apple Cider|Apple Pie|Apple Juice|Apple Tree
Mint Mobile|Linux Mint|Royal Mint|Perth Mint|Mint Julep|Junior Mint|Mint Condition
Amazon River|Amazon Rainforest|Amazon Basin|Amazon Jungle
Orange County|Orange Beach|Orange Is the New Black|Agent Orange|House of Orange|Orange Crush|Orange Bowl|Clockwork Orange|Orange Park|Orange Pi|Orange Julius|Orange Juice
Delta Force|Delta Faucet|Delta Dental|Delta Electronics|Delta Variant|Delta Tools|Delta Children|Mississippi Delta|Nile Delta|Niger Delta|Mekong Delta|Delta Blues|Delta E
United States|United Kingdom|United Nations|United Arab Emirates|Manchester United|Leeds United|Newcastle United|West Ham United|Sheffield United|Atlanta United|Minnesota United|D.C. United|United Way|UnitedHealth|United Healthcare|United Rentals|United Artists|United Methodist|United Parcel Service|United Colors of Benetton|United Farm Workers|United Auto Workers|United Natural Foods
Spirit Halloween|Holy Spirit|Spirit AeroSystems|Spirit of St. Louis|American Spirit
Frontier Communications|Frontier Co-op|Frontier Developments|Final Frontier
Quest Diagnostics|Meta Quest|Oculus Quest|Nissan Quest|Quest Software|Dragon Quest|King's Quest
Epic Games|Epic Systems|Epic Pass|Epic Records|Epic Universe
Olive Garden|Olive Oil|Mount Olive|Olive Branch
Shark Tank|Shark Week|Baby Shark|Great White Shark|Tiger Shark
Ninja Warrior|Ninja Turtles|Kawasaki Ninja|Ninja Gaiden|Fruit Ninja|Ninja Forms|Invoice Ninja|Ninja Van
Total Wireless|Total Recall|Total War|Total Gym|Total Quality Logistics|Total Wine|Total Commander|Colgate Total
Shell Script|Bourne Shell|Shell Beach|Ghost in the Shell|Secure Shell|Shell Cordovan
Native American|Native Instruments|Native Union|React Native|Native Shoes|Native Advertising|Cloud Native
Oracle of Delphi|Oracle of Omaha
Elden Ring|Oura Ring|Galaxy Ring|Ring of Fire|Ring of Kerry|Lord of the Rings|Ring Cycle|Ring Fit Adventure|The Ring Magazine|Engagement Ring|Wedding Ring
Joan of Arc|Arc de Triomphe|Intel Arc|Arc Raiders|Arc Flash
Fruit of the Loom|Rainbow Loom|Loom Bands
Fly fishing|Fly Emirates
Mad Max|Pro Max|AirPods Max|Max Planck|Max Mara|Max Factor|Max Verstappen|Max Weber|Max Payne|Max Muscle|Office Max|Air Max|Max Richter|Max Scherzer|Max Headroom|VO2 Max|Max Fashion|Magenta Max|M1 Max|M2 Max|M3 Max|M4 Max|Redmi Max|Boeing 737 Max|737 Max
Chevy Chase|Chase Utley|Chase Elliott|Chase Stokes|Chase Crawford|Car Chase|Paper Chase
Chevrolet Bolt|Chevy Bolt|Usain Bolt|Bolt Threads|Bolt Action|Lightning Bolt
Crimson Tide|High Tide|Low Tide|Red Tide|Rip Tide|King Tide|Rising Tide
Dove Cameron|Dove Award|Dove Chocolate|Mourning Dove|Turtle Dove
Pay Gap|Gender Gap|Gap Year|Gap Insurance|Generation Gap|Cumberland Gap|Gap Analysis|Skills Gap
Schengen Visa|Visa Free|Student Visa|Work Visa|Tourist Visa|Visa Waiver|Visa Application|Digital Nomad Visa|Travel Visa|Visa on Arrival|Golden Visa
Target Market|Target Audience|Target Date|Target Practice|Target CPA|Target ROAS|Target Heart Rate
Box Office|Jack in the Box|Juke Box|Android TV Box|Music Box|Lunch Box|Litter Box|Toe Box|Gift Box|Open Box|Black Box|Tool Box|Box Score|Pandora's Box|Set-Top Box|Subscription Box|Mystery Box
Cyber Monday|Blue Monday|Easter Monday|Happy Monday|Manic Monday|Monday Night Football
Home and Away|Spirited Away|Cast Away|Far and Away
Casper Ruud|Casper the Friendly Ghost
Deep Purple|Purple Heart|Purple Rain|Purple Line|Purple Carrot|Purple Haze|The Color Purple
New York Subway|Subway Surfers|Subway Series|Subway Tile|Subway Station|Tokyo Subway
Brave New World
Signal Processing|Traffic Signal|Smoke Signal|Buy Signal
Great Wave|Google Wave|New Wave|Heat Wave|Wave Broadband|Tidal Wave|Third Wave|Wave Hybrid
Sage Barista|Sage Publications|Sage Appliances|Sage Grouse|Clary Sage
French Toast|Avocado Toast|Melba Toast
Clover Health|Four-Leaf Clover|Clover Leaf|Black Clover
Freddie Mercury|Mercury News|Mercury Insurance|Phoenix Mercury|Mercury Retrograde|Mercury Marine|Mercury Records|Mercury Prize|Mercury Outboard
Jeep Compass|Golden Compass|Compass Group|Compass Rose|Compass Coffee
Oscar Wilde|Oscar Isaac|Oscar de la Renta|Oscar Mayer|Oscar the Grouch|Oscar Piastri|Oscar Niemeyer|Oscar Peterson|Oscar Pistorius
Lemonade Mouth|Strawberry Lemonade|Pink Lemonade
Square Root|Root Beer|Joe Root|Root Canal|Root Cause|Root Vegetable
Progressive Era|Progressive Web App|Progressive Rock|Progressive Caucus|Progressive Lens|Progressive House
Abraham Lincoln|Lincoln Memorial|Lincoln Center|Lincoln Park|Lincoln Electric|Lincoln Financial|Lincoln Tunnel
Nikola Tesla|Tesla Coil|NVIDIA Tesla
Harrison Ford|Gerald Ford|Betty Ford|Tom Ford|Ford Foundation|Henry Ford Hospital|Rob Ford|Doug Ford
Woodrow Wilson|Owen Wilson|Rebel Wilson|Russell Wilson|August Wilson|Wilson Phillips|Brian Wilson|Harold Wilson|Jackie Wilson|Wilson Sonsini|Luke Wilson|Rainn Wilson|Edith Wilson
Columbia University|British Columbia|District of Columbia|Columbia River|Columbia Records|Columbia Pictures|Columbia Law|Columbia College|Columbia Gorge|Columbia Gas|Columbia Space Shuttle
Taylor Swift|Elizabeth Taylor|James Taylor|Zachary Taylor|Ann Taylor|Taylor Lautner|Taylor Series|Lawrence Taylor|Taylor Sheridan|Taylor Hawkins|Taylor & Francis|Lord & Taylor
Hoover Dam|Herbert Hoover|Edgar Hoover|Hoover Institution
Paris Hilton|Perez Hilton
Edward Hopper|Dennis Hopper|Grace Hopper|Bean Hopper
Glenn Close|Close Call|Close Encounters|Up Close
Front Row|Storm Front|Western Front|Front Range
Copper River|Copper Mountain|Copper Chef
Ghost of Tsushima|Ghost Recon|Ghost Rider|Holy Ghost|Ghost Kitchen|Ghost Town
Wise Potato Chips|Robert Wise|Penny Wise|Tim Wise
Steam Deck|Steamboat Willie|Steam Mop|Steam Engine
Claude Monet|Claude Debussy|Jean-Claude|Claude Shannon|Claude Giroux|Claude Rains|Claude Levi-Strauss
Project Gemini|Gemini Season|Gemini Man|Gemini Observatory
Database Cursor|Render Farm
Windows Vista|Vista Outdoor|Buena Vista|Chula Vista|Vista Equity
Big Brother|Brother Bear|Brother Louie|Brother in Law
Native Hawaiian|Bumble Bee|Bumble Bee Foods|Lattice Semiconductor|Greenhouse Gas|Greenhouse Effect
Call of Duty Vanguard|High Fidelity|Fidelity Guaranty|Fidelity National|Wind Chime|Amazon Chime|Ally McBeal|Ally Condie|Ally Sheedy
Medal of Honor|Honor Society|Honor Guard|Honor Code|For Honor
No Man's Sky|Blue Sky|Sky Harbor|Big Sky
Three Mile Island|Three Stooges|Three Kingdoms|Three Musketeers|Big Three|Top Three|Three Amigos|Three Sisters|Three Rivers
Free People|Free Willy|Free Guy|Free Fire|Free Press|Free Solo|Sugar Free|Gluten Free|Duty Free|Free Agent|Free Tier|Free Trial|Free Shipping
Atari Jaguar|Ford Puma|Diesel Engine|Vin Diesel|Mango Lassi|Mango Sticky Rice|Coach Carter|Head Coach
Fossil Fuel|Guess Who|Kind of Blue
Rolling Stone|Rolling Stones|Stone Temple Pilots|Emma Stone|Sharon Stone|Oliver Stone|Stone Age|Rosetta Stone|Keystone State|Keystone Pipeline|Keystone Light|Keystone Resort|Keystone XL
Bear Stearns|Bear Grylls|Yogi Bear|Paddington Bear|Teddy Bear|Bear Market|Big Bear|Polar Bear|Grizzly Bear|Smokey Bear|Great Bear|The Bear|Bear Mountain
Polar Express|Polar Vortex|Polar Seltzer|Polar Night
Blink 182|Blink-182|Blink Charging|Discover Magazine|Discover Weekly|Lucid Dream|Lucid Dreams|Helix Nebula|Double Helix|DNA Helix|Agave Nectar
Instant Ink|Instant Coffee|Instant Noodles|Instant Messaging|Instant Replay|Instant Karma|Instant Checkmate|Peacock Blue|Nothing Compares|Nothing Else Matters|Nothing but Thieves|Nothing Bundt Cakes|Much Ado About Nothing
Mel Brooks|Garth Brooks|Brooks Brothers|Gwendolyn Brooks|Brooks Koepka|Brooks Range|Albert Brooks
Mountain Dew|Moon Knight|Keith Moon|Flower Moon|Moon Landing|Blue Moon|Full Moon|Sun and Moon|New Moon|Sailor Moon|Half Moon Bay|Harvest Moon|Moon Juice|Moon Pie
Beauty and the Beast|Mr. Beast|Beast Mode|Beast Games
Optimus Prime|Prime Minister|Prime Rib|Prime Time|Prime Number|Prime Hydration|Metroid Prime|Prime Rate|Prime Lens
Guardians of the Galaxy|Milky Way Galaxy|LA Galaxy|Galaxy Quest|Galaxy Chocolate|Andromeda Galaxy|Hitchhiker's Guide to the Galaxy
Fire Emblem|Fire Island|St. Elmo's Fire|Free Fire|Fire Department|Fire Extinguisher|Chicago Fire|Fire Pit|Fire Station|Arcade Fire|Fire Alarm|Great Fire|Catching Fire
Echo Park|Echo Chamber|Toyota Echo|Echo and the Bunnymen
Sonic the Hedgehog|Sonic Youth|Sonic Boom|Sonic Frontiers
Pony Express|American Express|Polar Express|Orient Express|Panda Express|Express Scripts|National Express|Express Entry|Holiday Inn Express|Express VPN|Federal Express|Express Checkout|Indian Express|Midnight Express
Intel Core|Core Data|Core Web Vitals|.NET Core|Core i5|Core i7|Core Ultra
Edge Computing|Cutting Edge|Edge of Tomorrow|Razor's Edge|Leading Edge
Star Wars|Star Trek|Star Tribune|Energy Star|Rock Star|Pop Star|North Star|Lone Star|Movie Star|Five Star|Morning Star|Toronto Star
Gold Coast|Ivory Coast|East Coast|West Coast|Coast Guard|Golden Gate
Palm Beach|Palm Springs|Long Beach|Miami Beach|Palm Oil|Palm Sunday|Palm Tree|Hollow Knight|Knight Rider|Dark Knight|Phil Knight
Monarch Butterfly|Robin Hood|Batman and Robin|Robin Williams|Robin Wright|Christopher Robin|Joaquin Phoenix|Phoenix Suns|River Phoenix|University of Phoenix|Phoenix Wright
Family Crest|Gain of Function|Capital Gain|Weight Gain|Muscle Gain|Dawn of the Dead|Dawn French|Red Dawn|Breaking Dawn|Until Dawn|Bounty Hunter|Mutiny on the Bounty|Secret Garden|Top Secret|Secret Santa|Secret Service
Degree Celsius|Bachelor Degree|Associate Degree|Master's Degree|Ivory Tower|Always Sunny
Patagonia National Park|Sierra Nevada|Sierra Leone|Sierra Club|Sierra Madre|GMC Sierra|macOS Sierra|Mount Everest|Everest Base Camp|Denali National Park|GMC Denali|Chevrolet Tahoe|Lake Tahoe|Tahoe City
Rio Carnival|Princess Diana|Princess Bride|Princess Peach|Celebrity Big Brother|Royal Family|Royal Caribbean|Royal Mail|Royal Enfield|Royal Bank|Royal Canin|Battle Royal|Royal Rumble|Viking Age
Marathon Petroleum|New York Marathon|Boston Marathon|Berlin Marathon|London Marathon|Chicago Marathon|Marathon Training|Half Marathon|Circle K|Circle of Life|Arctic Circle
Anchor Text|Anchor Bay|Anchor Brewing|News Anchor|Buffer Overflow|Pay Later|Tokyo Drift|Continental Drift|Market Segment|Space Jam|Pearl Jam|Traffic Jam
Meta Description|Meta Tag|Meta Analysis|Meta Data|Meta Tags|Meta Title|Paul Allen|Woody Allen|Tim Allen|Ray Allen|Allen Iverson|Allen Wrench|Allen Key|Josh Allen|Allen Institute
Canon Law|Pachelbel's Canon|Sharp Dressed Man|Sharp Objects|C Sharp|F Sharp
Ritual Coffee|Method Man|Scientific Method|Method Acting|Socratic Method|Montessori Method|Honest Trailers
Fellow Traveler|Research Fellow|Teaching Fellow|Senior Fellow|Nest Egg|Empty Nest|Crow's Nest|Hornet's Nest|Bird's Nest|Eagle's Nest|Love Nest
Simplicity Pattern|Blake Lively|Penelope Lively|James K. Polk|Marshall Plan|Marshall Islands|Thurgood Marshall|Penny Marshall|Marshall University
Roman Empire|Roman Catholic|Roman Polanski|Roman Reigns|Roman Holiday|Roman Numeral|Mirror Image|Daily Mirror|Black Mirror|Ford Tempo|Hydro One|Norsk Hydro|BC Hydro|Hydro Flask|Hydro-Quebec|Manitoba Hydro
Swiss Army|Swiss Cheese|Swiss Franc|Swiss Alps|Swiss Chalet|Swiss Re|Swiss Family Robinson|Swiss Chard|Virgin Islands|Virgin Mary|Virgin River|Extra Virgin|Jane the Virgin
Real Madrid|Real Estate|Real Sociedad|Real Housewives|Real Salt Lake|Real Betis|Real Simple|Real ID|Real Valladolid|Brazilian Real|Charles Leclerc|Arthur Leclerc|Casino Royale|Otto von Bismarck|Otto Waalkes|Otto Cycle|Otto Preminger|Hugo Boss|Victor Hugo|Hugo Chavez|Hugo Award|Corona Virus|Coronavirus|Corona del Mar|Corona Pandemic|Solar Corona|Corona Discharge|Natura Morta|Jumbo Jet|Jumbo Loan|Jumbo Shrimp|Mumbo Jumbo|Planet Saturn|Saturn V|Sega Saturn|Rings of Saturn|Saturn Ion
Dash Cam|Mrs. Dash|Stacey Dash|Door Dash|Geometry Dash|Diner Dash|Ripple Effect|Ripple Foods|H&R Block|Block Party|Writer's Block|Chopping Block|Tidal Wave|Sling Blade|Kayak Fishing|Sea Kayak|Pedal Kayak|Inflatable Kayak|Slack Tide|Linear Algebra|Linear Regression|Zoom Lens|Optical Zoom|Digital Zoom|Zoom Fly|Zoom Pegasus|Calm Down|Keep Calm|Dead Calm|Asana Practice|Gemini Constellation|Ring Light|Ring Toss|Ring Finger|Wedding Band|Klein Tools|Calvin Klein|Anne Klein|Naomi Klein
`;

interface Phrase {
  words: string[];
  text: string;
}

const byWord = once(() => {
  const of = new Map<string, Phrase[]>();
  for (const text of entityLines.trim().split(/[|\n]/)) {
    const words = text.split(/[\s-]+/).map(foldedKey);
    for (const word of new Set(words)) {
      const phrases = of.get(word);
      if (phrases) phrases.push({ words, text });
      else of.set(word, [{ words, text }]);
    }
  }
  return of;
});

/** The folded words before and after a name in one known entity. */
export interface Surroundings {
  before: string[];
  after: string[];
}

/** The known entities that contain a name, except those whose other words also belong to the brand. */
export function knownAround(name: readonly string[], related: ReadonlySet<string>): Surroundings[] {
  const surroundings: Surroundings[] = [];
  for (const { words } of byWord().get(name[0] ?? "") ?? []) {
    if (words.length <= name.length) continue;
    for (let at = 0; at + name.length <= words.length; at++) {
      if (!name.every((word, offset) => words[at + offset] === word)) continue;
      const others = [...words.slice(0, at), ...words.slice(at + name.length)];
      if (others.some((word) => related.has(word))) continue;
      surroundings.push({ before: words.slice(0, at), after: words.slice(at + name.length) });
    }
  }
  return surroundings;
}

/** Whether the words around an occurrence complete one of the known entities. */
export function isWithinKnown(
  entities: readonly Surroundings[],
  before: readonly string[],
  after: readonly string[],
): boolean {
  return entities.some(
    (entity) =>
      entity.before.every((word, at) => before[before.length - entity.before.length + at] === word) &&
      entity.after.every((word, at) => after[at] === word || after[at] === `${word}s`),
  );
}
