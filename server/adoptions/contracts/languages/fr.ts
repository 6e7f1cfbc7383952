import type { DocumentTexts } from './en.ts'

export const french: DocumentTexts = {
  version: 'default-1-fr',
  templates: {
    contract: {
      title: 'Contrat d’adoption',
      text: `entre **{{organization.name}}**, ci-après « le refuge », et **{{adopter.name}}**, ci-après « l’adoptant »

{{parties}}

1. **Remise**

   Le refuge remet {{animal.name}} à l’adoptant le {{adoption.date}}. L’animal devient la propriété de l’adoptant dès que les deux parties ont signé et que les frais d’adoption sont réglés.

2. **Foyer**

   {{animal.name}} vit chez l’adoptant comme un membre du foyer, jamais en cage ni à la chaîne.

3. **Soins**

   L’adoptant assure chaque jour nourriture, eau, abri, exercice et compagnie, et emmène {{animal.name}} chez le vétérinaire en cas de maladie ou de blessure.

4. **Santé**

   Le refuge a communiqué à l’adoptant tout ce qu’il sait de la santé et du comportement de l’animal. Il ne peut pas exclure que quelque chose soit passé inaperçu.

5. **Identification**

   L’adoptant fait enregistrer la puce à son nom et tient son adresse à jour. Si l’animal se perd, il prévient aussitôt le refuge.

6. **Cession**

   L’adoptant ne vend pas {{animal.name}} et ne cède pas l’animal à un tiers sans l’accord écrit du refuge.

7. **Retour**

   Si l’adoptant ne peut plus garder {{animal.name}}, le refuge reprend l’animal à tout moment.

8. **Visites**

   Le refuge peut prendre des nouvelles de l’animal et lui rendre visite sur rendez-vous.

{{payment}}

{{signatures}}`,
    },
    returnSlip: {
      title: 'Fiche de retour',
      text: `pour le retour de l’animal **{{animal.name}}** au refuge **{{organization.name}}**

{{parties}}

## Le retour

- Adoption n° {{adoption.number}}, remise le {{adoption.date}}
- Date du retour : {{return.date}}
- Motif : {{return.reason}}
- Mange, boit et se comporte comme d’habitude : {{line}}
- Médicaments et vaccins depuis la remise : {{line}}

L’adoptant rend {{animal.name}} au refuge, avec tous les droits issus du contrat de l’adoption n° {{adoption.number}}.

{{signatures}}`,
    },
  },
  labels: {
    animal: 'L’animal',
    adopter: 'L’adoptant',
    name: 'Nom',
    species: 'Espèce',
    breed: 'Race',
    born: 'Naissance',
    sex: 'Sexe',
    colors: 'Couleurs',
    number: 'Numéro',
    microchip: 'Puce',
    neutered: 'Stérilisé',
    address: 'Adresse',
    phone: 'Téléphone',
    email: 'E-mail',
    fee: 'Frais d’adoption',
    paidOn: 'Payé le',
    placeAndDate: 'Lieu et date',
    forShelter: 'Pour le refuge',
    adoption: 'Adoption n°',
    notStored:
      'Ce n’est pas l’exemplaire signé : cet animal a été remis avant la conservation des contrats signés. Les données sont celles d’aujourd’hui.',
  },
  words: {
    species: {
      dog: 'Chien',
      cat: 'Chat',
      rabbit: 'Lapin',
      smallFurry: 'Petit animal',
      bird: 'Oiseau',
      horse: 'Cheval',
      reptile: 'Reptile',
      fish: 'Poisson',
      barnyard: 'Animal de ferme',
      other: 'Autre animal',
    },
    sex: { female: 'Femelle', male: 'Mâle' },
    yes: 'Oui',
    no: 'Non',
    and: 'et',
    about: (year) => `vers ${year}`,
    mixed: (breed) => `Croisement ${breed}`,
  },
  sampleReason: 'Déménagement dans un logement où les animaux ne sont pas admis.',
}
