import type { DocumentTexts } from './en.ts'

export const portuguese: DocumentTexts = {
  version: 'default-1-pt',
  templates: {
    contract: {
      title: 'Contrato de adoção',
      text: `entre **{{organization.name}}**, doravante «o abrigo», e **{{adopter.name}}**, doravante «o adotante»

{{parties}}

1. **Entrega**

   O abrigo entrega {{animal.name}} ao adotante em {{adoption.date}}. O animal passa a pertencer ao adotante assim que ambas as partes tenham assinado e a taxa de adoção esteja paga.

2. **Lar**

   {{animal.name}} vive com o adotante como membro da família, nunca em jaulas nem à corrente.

3. **Cuidados**

   O adotante garante todos os dias comida, água, abrigo, exercício e companhia, e leva {{animal.name}} ao veterinário em caso de doença ou ferimento.

4. **Saúde**

   O abrigo comunicou ao adotante tudo o que sabe sobre a saúde e o comportamento de {{animal.name}}. Não pode excluir que algo tenha passado despercebido.

5. **Registo**

   O adotante regista o microchip em seu nome e mantém a morada atualizada. Se {{animal.name}} se perder, avisa de imediato o abrigo.

6. **Cedência**

   O adotante não vende {{animal.name}} nem cede o animal a outras pessoas sem o consentimento escrito do abrigo.

7. **Devolução**

   Se o adotante deixar de poder ficar com {{animal.name}}, o abrigo recebe o animal de volta em qualquer momento.

8. **Visitas**

   O abrigo pode perguntar como está {{animal.name}} e fazer visitas com marcação prévia.

{{payment}}

{{signatures}}`,
    },
    returnSlip: {
      title: 'Termo de devolução',
      text: `para a devolução de **{{animal.name}}** a **{{organization.name}}**

{{parties}}

## A devolução

- Adoção n.º {{adoption.number}}, entrega em {{adoption.date}}
- Data da devolução: {{return.date}}
- Motivo: {{return.reason}}
- Come, bebe e comporta-se como habitualmente: {{line}}
- Medicamentos e vacinas desde a entrega: {{line}}

O adotante devolve {{animal.name}} ao abrigo, com todos os direitos do contrato da adoção n.º {{adoption.number}}.

{{signatures}}`,
    },
  },
  labels: {
    animal: 'O animal',
    adopter: 'O adotante',
    name: 'Nome',
    species: 'Espécie',
    breed: 'Raça',
    born: 'Nascimento',
    sex: 'Sexo',
    colors: 'Cores',
    number: 'Número',
    microchip: 'Microchip',
    neutered: 'Esterilizado',
    address: 'Morada',
    phone: 'Telefone',
    email: 'E-mail',
    fee: 'Taxa de adoção',
    paidOn: 'Pago em',
    placeAndDate: 'Local e data',
    forShelter: 'Pelo abrigo',
    adoption: 'Adoção n.º',
    notStored:
      'Não é a cópia assinada: este animal foi entregue antes de os contratos assinados serem guardados. Os dados são os de hoje.',
  },
  words: {
    species: {
      dog: 'Cão',
      cat: 'Gato',
      rabbit: 'Coelho',
      smallFurry: 'Animal pequeno',
      bird: 'Ave',
      horse: 'Cavalo',
      reptile: 'Réptil',
      fish: 'Peixe',
      barnyard: 'Animal de quinta',
      other: 'Outro animal',
    },
    sex: { female: 'Fêmea', male: 'Macho' },
    yes: 'Sim',
    no: 'Não',
    and: 'e',
    about: (year) => `cerca de ${year}`,
    mixed: (breed) => `Cruzamento de ${breed}`,
  },
  sampleReason: 'Mudança para uma casa onde não são permitidos animais.',
}
