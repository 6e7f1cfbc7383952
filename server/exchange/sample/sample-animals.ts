import type { Species } from '../../animals/profiles/profile-values.ts'
import type { CoatName } from './sample-colors.ts'

/** One animal of the sample, as its shelter would describe it. */
export type SampleAnimal = {
  name: string
  breed: string
  ageMonths: number
  sex: 'male' | 'female'
  coat: CoatName
  isFluffy: boolean
  tags: string[]
  /** Children, dogs, cats: `y`, `n`, or `?` if unknown. */
  goodWith: string
  story: string
  specialNeeds?: string
}

/** The animals of one category. */
export type SampleGroup = {
  category: string
  species: Species
  size: (animal: SampleAnimal) => 'small' | 'medium' | 'large' | 'extraLarge'
  coat: 'short' | 'medium' | null
  weightGrams: number
  feeMinor: number
  animals: SampleAnimal[]
}

/**
 * A line for each: name | breed | months, sex, coat, good with | tags | fur | story | special
 * needs.
 */
const table = (lines: string): SampleAnimal[] => lines.trim().split('\n').map(animalOf)

const animalOf = (line: string): SampleAnimal => {
  const [name = '', breed = '', facts = '', tags = '', fur, story = '', specialNeeds] = line.split(' | ')
  const [months, sex, coat, goodWith = ''] = facts.split(' ')
  return {
    name,
    breed,
    story,
    goodWith,
    isFluffy: fur === 'fluffy',
    tags: tags.split(' '),
    ageMonths: Number(months),
    sex: sex === 'm' ? 'male' : 'female',
    // The test of the sample reads every line of the tables below.
    coat: coat as CoatName,
    ...(specialNeeds && { specialNeeds }),
  }
}

const bigDogs = /Retriever|Shepherd|Labrador|Husky|Mastiff|Greyhound|Boxer|Mountain|Leonberger/
const smallDogs = /Terrier|Chihuahua|Dachshund|Pug|Maltese|Corgi/

const dogs = table(`
Biscuit | Golden Retriever mix | 26 m golden yyy | friendly playful | - | Carries his blanket to the door when he thinks it is time for a walk, which is often.
Juno | Border Collie | 19 f blackAndWhite yy? | clever active | fluffy | Learned to open the treat cupboard in two days. Needs somebody who enjoys teaching tricks.
Otto | Dachshund | 64 m chocolate ny? | calm | - | Prefers a lap to a long walk and snores like a dog four times his size.
Pepper | Labrador mix | 7 f black yyy | puppy playful | - | Seven months of curiosity. Is learning that shoes are not toys.
Bruno | German Shepherd | 88 m brownAndWhite y?? | loyal calm | - | Worked beside his owner for years and misses having somebody to look after.
Daisy | Jack Russell Terrier | 34 f white y?n | active clever | - | Will fetch the ball until you are tired. She never is.
Moose | Mastiff mix | 41 m golden yyn | gentle calm | - | A big dog who believes he is a small one. Leans on people he likes.
Luna | Siberian Husky | 29 f grey yyn | active talkative | fluffy | Sings when the kettle boils. Looking for runners, hikers or a large garden.
Teddy | Cavapoo | 15 m ginger yyy | friendly affectionate | - | Greets everybody who comes in, and then greets them once more.
Nala | Greyhound | 55 f dun y?n | calm gentle | - | Retired from the track. Sprints for one minute a day and sleeps for the rest.
Rocky | Boxer | 22 m brownAndWhite yy? | playful strong | - | Bounces. Is learning to sit first and bounce later.
Olive | Beagle | 47 f white yyy | friendly greedy | - | Follows her nose, usually to the kitchen.
Finn | Corgi mix | 31 m ginger yyy | cheerful clever | - | Short legs, long walks. Herds children politely.
Maple | Labrador Retriever | 118 f chocolate yyy | senior gentle | - | Almost ten, still swims. Wants a soft bed and company in the evening. | Takes one tablet a day for her joints.
Ziggy | Maltese mix | 73 m cream ?y? | shy gentle | fluffy | Hides behind the sofa at first. After a day he sits on it.
Scout | Australian Shepherd | 17 f grey yy? | active clever | fluffy | Ready for agility, hiking, or a job she can take seriously.
Hugo | Pug | 58 m dun yyy | funny calm | - | Walks around the block like a mayor on Sunday.
Sadie | Bernese Mountain Dog | 37 f blackAndWhite yyy | gentle affectionate | - | Sheds, drools and is worth it.
Chip | Chihuahua | 96 m ginger n?n | loyal senior | - | One person at a time, please, and that person for ever.
Willow | Whippet mix | 12 f blue yy? | gentle shy | - | Found at a motorway exit. Trusts a little more each week.
Bear | Leonberger mix | 9 m golden yyy | puppy playful | fluffy | Nine months old and still growing. So is his appetite.
Archie | Cocker Spaniel | 69 m golden yyy | gentle affectionate | - | Sits down next to whoever had the longest day.
Pippa | Wire Fox Terrier | 50 f white yn? | active funny | - | An only dog at heart, and the heart is large.
`)

const cats = table(`
Miso | Domestic Shorthair | 14 f ginger yyy | playful friendly | - | Catches every toy mouse and brings it to you with pride.
Mr. Whiskers | Domestic Shorthair | 87 m grey y?y | calm affectionate | - | Has an opinion on when dinner is, and it is now.
Cleo | Siamese mix | 33 f cream y?y | talkative clever | fluffy | Will tell you about her day at length.
Domino | Domestic Shorthair | 21 m blackAndWhite yyy | playful curious | - | Dressed for the opera, behaves like a clown.
Señor Gato | Domestic Longhair | 66 m black n?n | independent calm | fluffy | Wants a window, a radiator, and respect.
Poppy | British Shorthair | 40 f blue y?y | calm gentle | - | A round cat for a quiet home.
Tofu | Domestic Shorthair | 4 m white yyy | kitten playful | - | Four months old. Attacks feet, then falls asleep on them.
Pickle | Domestic Shorthair | 4 f ginger yyy | kitten playful | - | Tofu’s sister. They sleep in one bowl and want to move together.
Salem | Domestic Shorthair | 52 m black y?y | affectionate calm | - | Black cats wait longest. Salem waits on your lap.
Maisie | Maine Coon mix | 28 f chocolate yyy | gentle playful | fluffy | Chirps instead of meowing and helps with the dishes by watching them.
Gus | Domestic Shorthair | 132 m grey y?y | senior calm | - | Eleven years old, purrs at the first touch. | Kidney diet, and fresh water in two places.
Hazel | Domestic Shorthair | 18 f brownAndWhite ??y | shy gentle | - | Was born in a barn and is discovering sofas.
Oscar | Ragdoll mix | 46 m cream yyy | gentle affectionate | fluffy | Goes limp with happiness when he is carried.
Ivy | Russian Blue mix | 25 f blue n?y | shy clever | - | Watches from above first. Comes down for chicken.
Marmalade | Domestic Longhair | 75 m ginger yyn | friendly greedy | fluffy | Knows the sound of the fridge through three doors.
Nora | Domestic Shorthair | 11 f blackAndWhite yyy | playful curious | - | Inspects every bag that comes into the house.
Felix | Domestic Shorthair | 61 m blackAndWhite y?n | independent friendly | - | An outdoor cat who comes home for the evening news.
Bean | Domestic Shorthair | 8 f grey yyy | playful affectionate | - | Small, loud, and always in the same room as you.
Tilly | Persian mix | 98 f white n?y | senior calm | fluffy | Likes to be brushed while the radio plays. | Brushing every day; her eyes are wiped in the morning.
Smokey | Domestic Shorthair | 103 m blue y?y | senior affectionate | - | Lost a leg and none of his good mood. | Three legs: low furniture helps.
Rusty | Abyssinian mix | 16 m ginger yyy | active clever | - | Climbs shelves, curtains and visitors.
`)

const rabbits = table(`
Clover | Dwarf rabbit | 10 f grey y?n | curious gentle | - | Flops over in the sun when all is well.
Thumper | Lop rabbit | 27 m white y?n | friendly calm | - | Thumps when the parsley is late.
Hazelnut | Lop rabbit | 27 f brownAndWhite y?n | shy gentle | - | Lives with Thumper and would like to go on doing so.
Snowdrop | Angora mix | 39 f white ??? | calm | - | A cloud with opinions on carrots.
Pip | Netherland Dwarf | 6 m chocolate y?n | curious playful | - | Races around the room at seven every evening.
`)

const smallAnimals = table(`
Peanut | Guinea pig | 14 m ginger y?n | friendly talkative | - | Whistles when he hears the vegetable drawer.
Waffle | Guinea pig | 14 m white y?n | calm friendly | - | Peanut’s brother and best friend.
Nutmeg | Guinea pig | 22 f chocolate y?n | shy gentle | - | Hides in a tunnel and comes out for dill.
`)

const birds = table(`
Kiwi | Budgerigar | 18 m green y?n | talkative | - | Can say his name and half of the neighbour’s.
Skye | Budgerigar | 18 f skyBlue y?n | cheerful | - | Never far from Kiwi.
Mango | Cockatiel | 84 m grey y?n | affectionate clever | - | Whistles the first eight bars of a march.
`)

const horses = table(`
Comet | Icelandic horse | 168 m bay yy? | gentle experienced | - | Fourteen years old, safe with beginners, slow past apple trees.
Bella | Haflinger | 110 f dun yyy | calm strong | - | Pulled a milk cart at fairs. Would enjoy a meadow and a friend.
Pablo | Shetland pony | 240 m bay y?y | senior cheeky | - | Twenty years of experience in opening gates. | Grazing muzzle in spring.
`)

const reptiles = table(`
Sheldon | Hermann’s tortoise | 420 m shell y?? | calm | - | Thirty-five years old. Looking for a home for the next fifty.
Turbo | Hermann’s tortoise | 36 f shell y?? | curious | - | Named by somebody with a sense of humour.
`)

export const sampleGroups: SampleGroup[] = [
  {
    category: 'Dogs',
    species: 'dog',
    coat: 'medium',
    size: ({ breed }) => (smallDogs.test(breed) ? 'small' : bigDogs.test(breed) ? 'large' : 'medium'),
    weightGrams: 18_000,
    feeMinor: 28_000,
    animals: dogs,
  },
  {
    category: 'Cats',
    species: 'cat',
    coat: 'short',
    size: () => 'medium',
    weightGrams: 4_200,
    feeMinor: 13_000,
    animals: cats,
  },
  {
    category: 'Rabbits',
    species: 'rabbit',
    coat: 'short',
    size: () => 'small',
    weightGrams: 1_900,
    feeMinor: 5_500,
    animals: rabbits,
  },
  {
    category: 'Small animals',
    species: 'smallFurry',
    coat: 'short',
    size: () => 'small',
    weightGrams: 950,
    feeMinor: 3_000,
    animals: smallAnimals,
  },
  {
    category: 'Birds',
    species: 'bird',
    coat: null,
    size: () => 'small',
    weightGrams: 45,
    feeMinor: 2_500,
    animals: birds,
  },
  {
    category: 'Horses and ponies',
    species: 'horse',
    coat: 'short',
    size: () => 'extraLarge',
    weightGrams: 380_000,
    feeMinor: 90_000,
    animals: horses,
  },
  {
    category: 'Reptiles',
    species: 'reptile',
    coat: null,
    size: () => 'small',
    weightGrams: 1_200,
    feeMinor: 6_000,
    animals: reptiles,
  },
]
