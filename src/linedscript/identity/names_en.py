"""English name pools, and the words by which a name's parts are told apart. General knowledge."""

WOMEN: tuple[str, ...] = tuple(
    """
    Ada Adela Alma Anita Audrey Beatrix Bertha Bianca Blanche Brenda Bridget Camilla Carmen Celeste Celia Claudia
    Constance Cora Corinne Daphne Deborah Delia Della Diana Doreen Doris Edith Edna Eileen Elaine Elena Elise Eloise
    Elsa Elspeth Erica Esme Esther Ethel Eunice Fiona Flora Frances Freda Gemma Georgia Gerda Gloria Greta Gwen
    Harriet Hazel Hedda Hilda Imogen Ingrid Irma Isabel Isolde Jocelyn Joan Judith Justine Kira Lara Lavinia Leona
    Lila Linda Lois Lorna Louisa Lucille Lydia Mabel Marcia Marian Martha Matilda Maura Mavis Maxine Meredith
    Mildred Mina Minerva Miranda Monica Moira Myra Myrtle Nadia Naomi Nellie Nina Noreen Odette Olga Paula Petra
    Phoebe Priscilla Ramona Renata Rhoda Rita Rowena Sabina Selma Serena Sheila Sibyl Sonia Stella Sylvia Tamara
    Tessa Thelma Ursula Vera Verna Viola Wanda Wilma Winifred Yvette Yvonne Zelda
""".split()
)
MEN: tuple[str, ...] = tuple(
    """
    Abel Adrian Alban Aldous Alec Alistair Ambrose Amos Angus Anton Archer Armand Asa Aubrey Barnaby Basil Benedict
    Bertram Boris Bruno Calvin Cedric Chester Clement Clifford Clive Conrad Cyril Damon Darius Denis Desmond Dexter
    Dominic Duncan Edgar Edmund Edwin Elmer Emil Enoch Ernest Felix Ferris Floyd Gareth Garth Gilbert Giles Godfrey
    Gordon Graham Gregor Gus Hamish Hector Herbert Hiram Homer Horace Howard Hugh Hugo Humphrey Ian Ignatius Isidore
    Ivan Jasper Jerome Jonas Josiah Julius Keith Kenneth Kurt Lambert Laurence Leander Leland Lester Linus Lionel
    Lloyd Lowell Lucian Ludwig Luther Magnus Malcolm Marcus Martin Maurice Maynard Merle Miles Milton Mortimer
    Morris Murray Nathan Neville Noel Norbert Norris Oliver Orson Oscar Oswald Otis Otto Percy Philip Quentin Ralph
    Raphael Reuben Rex Roderick Roland Rufus Rupert Seth Sidney Silas Simon Stanley Terrence Thaddeus Truman Tristan
    Ulric Vernon Victor Virgil Wallace Warren Wesley Wilfred Winston Zeno
""".split()
)
EITHER: tuple[str, ...] = tuple(
    """
    Ainsley Arden Ariel Auden Avery Blair Briar Cameron Carey Darcy Devon Ellery Emery Everly Finley Greer Harper
    Hollis Jules Kendall Kerry Lane Lennox Marlow Merritt Morgan Noor Quinn Reese Robin Rowan Sage Sasha Shelby
    Sidra Sloane Tatum Teagan Vesper Wynn
""".split()
)
SURNAMES: tuple[str, ...] = tuple(
    """
    Abernathy Alcott Aldridge Ames Arkwright Ashdown Atwater Babcock Bancroft Barlow Beckford Bexley Birtwell
    Blackwood Bradwell Brantley Brockman Burdett Calthorpe Carmody Carstairs Chadwick Chandler Cleary Colby Corwin
    Coyle Crandall Cresswell Cullen Dalrymple Danvers Darnell Denham Devlin Dorsett Drummond Dunleavy Eastman Ellery
    Elwood Endicott Fairley Farrow Fenwick Finnegan Fletcher Forsythe Garrick Gaskell Gentry Gillis Goodwin Grady
    Granger Haddon Halsey Hanlon Harkness Hartwell Haverford Hensley Holloway Huxtable Ingram Jessup Keane Kendrick
    Kessler Kimball Kincaid Langdon Larkin Latham Lathrop Lockhart Loomis Ludlow Macklin Mallory Manning Marsden
    Mayhew Merriman Millard Molloy Moncrieff Munroe Nesbitt Norwood Oakes Ogilvie Osborne Paget Parrish Pemberton
    Pendleton Penrose Pickett Prentice Prescott Quigley Radcliffe Ransome Redfern Renshaw Ridley Roark Rutledge
    Sanborn Satterly Selwyn Severn Sheridan Sinclair Stanhope Sterling Stoddard Sutcliffe Talbot Tennant Thackeray
    Thornton Tilden Trask Tremaine Tully Tunstall Upton Vance Vickers Wadsworth Wainwright Waverly Weatherby
    Wendover Whitlock Wickham Winslow Woodruff Wyndham Yardley Yates
""".split()
)
PLACES: tuple[str, ...] = tuple(
    """
    Aldermoor Ambleford Arrowden Barrowick Belmarsh Birkholt Bramwell Brannock Calderby Cardrona Coldwater
    Copperfold Corrigan Cransford Dalewick Darrowby Dunholme Eldermere Elmscott Fairhollow Farnleigh Fenmarsh
    Garrowby Gladwyn Glenarden Gorsefield Greystoke Halvard Hartsmere Hazelton Heronsgate Hollin Inverleith Kelmarsh
    Kestrel Kingsmoor Larkhill Lindale Linwood Lorimer Marrick Meadowmere Merrow Millbrook Morrow Netherby Northolt
    Oakhurst Ormond Otterburn Pendle Quarrydale Ravenholt Redmarsh Rivenhall Rookwood Rosslyn Rushmere Saltmarsh
    Sedgewick Selkirk Shelwood Stanmoor Stonebridge Strathmore Sunderly Tarnwood Tavistock Thornbury Tilbrook
    Tolliver Underwood Vantage Verity Wexcombe Whitmoor Willard Windermoor Wolverley Wrexford Yarrow
""".split()
)
THINGS: tuple[str, ...] = tuple(
    """
    Albatross Aurelia Bellona Calypso Cassandra Celandine Corsair Dauntless Dulcinea Electra Endeavour Fidelia
    Gallant Halcyon Hesper Hyperion Isadora Juno Larkspur Leander Marigold Meridian Minotaur Nightingale Orion
    Pandora Paragon Pegasus Perdita Petrel Rosamund Saffron Sandpiper Serenade Solitaire Tempest Tamsin Triton
    Valiant Zephyr
""".split()
)

KNOWN_WOMEN: frozenset[str] = frozenset(
    name.casefold()
    for name in (
        *WOMEN,
        *"""
    Abigail Agnes Alexandra Alice Alison Amanda Amber Amelia Amy Andrea Angela Ann Anna Anne April Barbara Beatrice
    Becky Bella Beth Betty Bonnie Carol Caroline Catherine Charlotte Cheryl Christina Christine Cindy Clara Claire
    Daisy Dawn Debra Denise Donna Dora Dorothea Dorothy Eleanor Elizabeth Ellen Emily Emma Estelle Eva Eve Evelyn
    Faith Felicity Florence Grace Gail Gina Heather Heidi Helen Helena Holly Hope Ines Irene Iris Ivy Jackie Jane
    Janet Janice Jean Jennifer Jessica Jill Joanna Josephine Joy Joyce Judy Julia Julie June Karen Kate Katherine
    Kathleen Kelly Laura Lauren Leah Lily Lisa Lorraine Louise Lucy Lynn Margaret Maggie Maria Marie Marilyn Mary
    Maud Maude May Megan Melanie Melissa Mercy Michelle Molly Nancy Natalie Nicole Nora Norma Olive Olivia Pamela
    Patience Patricia Patty Pauline Pearl Peggy Penelope Penny Polly Rachel Rebecca Rosalind Rosa Rose Rosemary Ruby
    Ruth Sally Samantha Sandra Sarah Sharon Shirley Sophia Sophie Sue Summer Susan Teresa Theresa Tina Tracy Valerie
    Vanessa Veronica Victoria Violet Virginia Vivian Wendy Wren
""".split(),
    )
)
KNOWN_MEN: frozenset[str] = frozenset(
    name.casefold()
    for name in (
        *MEN,
        *"""
    Aaron Adam Alan Albert Alexander Alfred Allen Andrew Andy Anthony Antonio Archie Arnold Arthur August Barry Ben
    Benjamin Bernard Bill Billy Bob Bobby Brian Bruce Carl Carlos Charles Charlie Christopher Claude Colin Craig
    Dale Dan Daniel Danny David Dean Dennis Derek Donald Doug Douglas Drew Duke Earl Ed Eddie Edward Eli Elliot Eric
    Eugene Francis Frank Fred Frederick Gary George Gerald Glenn Grant Greg Guy Hank Harold Harry Harvey Hector
    Henry Herman Isaac Jack Jacob James Jay Jeff Jeffrey Jeremy Jerry Jesse Jim Jimmy Joe Joel John Johnny Jonathan
    Joseph Joshua Juan Justin Karl Kevin Kyle Larry Lee Leo Leon Leonard Leopold Lewis Louis Luke Mark Matthew Max
    Michael Mike Mitchell Nathaniel Neil Nicholas Nick Norman Owen Pat Patrick Paul Peter Pete Phil Pierce Ray
    Raymond Richard Rick Robert Rod Roger Ron Ronald Roy Russell Ryan Sam Samuel Scott Sean Stephen Steve Steven
    Stuart Ted Terry Theodore Thomas Tim Timothy Tobias Toby Todd Tom Tommy Tony Travis Tyler Vincent Wade Walter
    Wayne Wendell Will William Willie Zachary
""".split(),
    )
)

FUNCTION: frozenset[str] = frozenset(
    """
    the a an of and or in on at to by for from with without under over near into de la le du von van der den his her
    their its my our your this that no not old young little big great new first second third last other another same
    north south east west upper lower one two three four five six seven eight nine ten
""".split()
)
HEADS: frozenset[str] = frozenset(
    """
    academy agency airport alley apartment apartments army asylum attic avenue bakery band bank bar barn base bay
    beach bedroom boat boulevard bridge building bureau buoy cabin cafe camp canal capitol car castle cathedral cave
    cell cellar cemetery center centre chamber channel chapel church cinema city classroom clinic club coast college
    commission committee commons company control corner corporation corridor council counter country county court
    courthouse courtroom courtyard creek crossing cruise deck department depot desk diner dispatch district dock
    docks door driveway estate exchange factory farm ferry festival field firm fleet floor forest fort foundation
    fountain front fund garage garden gate grange group guild gym hall hallway harbor harbour headquarters highway
    hill home hospital hotel house hut inc industries inn institute island isle jail kitchen laboratory lake lane
    library lighthouse lobby lodge lounge ltd mall manor mansion market meadow memorial mill mine ministry mole
    monastery morgue motel mountain museum navy newsroom night office orchestra palace parish park parlor parlour
    parliament party pass path patrol penitentiary pier pilot place plant platform playground plaza point police
    pond pool port post prison pub quarters quay railroad railway ranch reach region restaurant ridge river road
    roof room row ruins saloon school sea service shelf shipyard shop shore society square stable stadium stage
    stairs stairwell state station store storeroom strait street studio suite supper synagogue tavern team temple
    theater theatre times tower town track trail train truck tunnel union university valley van vault village wagon
    warehouse ward water wharf wing wood woods works yacht yard zoo daily morning evening day dawn dusk continuous
    later interior exterior int ext aboard across along around behind below beneath beside between beyond inside
    outside through toward underneath up down back anchor annual ball blessing board boarding breakfast brewery
    brick care ceremony chief conference crew dance death dining dinner drawing drill emergency engine examining
    exam fair family feast film fire fishing fleet fuel funeral galley game gas general great green guard guest head
    hearing heritage holiday ice imperial insurance international iron jury laundry law line living lower lunch main
    marina marine meeting memorial men mess mutual narrows national old operating party people power press pressroom
    prize production public race radio reading rear red relief rescue rest review royal rules salt school sewing
    ship show silver sitting sky snow song special sports spring steel steps stone summit sun super supply surgery
    swamp table tea ticket tide tides top town trade trial trust upper utility victory view waiting wall war warden
    watch weather wedding white whole winter women workers working world year young youth lamp lamps founder
    founders lakes black blue brown gold golden gray grey angel christmas easter thanksgiving halloween sunday
    monday tuesday wednesday thursday friday saturday sundays mondays january february march april june july august
    september october november december octobers novembers decembers
""".split()
)
"""Words that say what a place, institution or thing is: they stay in its pseudonym."""
PAPERS: tuple[str, ...] = tuple(
    """
    Advertiser Beacon Bugle Bulletin Chronicle Clarion Courier Echo Enquirer Examiner Gazette Herald Independent
    Intelligencer Journal Ledger Messenger Monitor Observer Sentinel Tribune
""".split()
)
"""What newspapers are called: one stands for another."""
COMMON_NAMES: frozenset[str] = frozenset(
    """
    angel april art ash august autumn bay bill bishop brook buck carter chance chase chip christian clay cliff cook
    daisy dale dean dawn destiny don drew duke earl eve faith fern flora frank gale gene ginger glen grace grant guy
    hazel heath holly hope hunter iris ivy jack jade jasmine jay jewel joy june king lance lily major mark marsh
    mason may mercy miles miller miner nick norm olive pat patience pearl penny pierce piper poppy price prudence
    rain ray reed rich river rob robin rod rose ruby rusty sage sandy savannah scarlet skip smith sterling sue
    summer taylor temple trinity tucker victor violet wade will winter wood
""".split()
)
"""Names that are ordinary words too: matched as they are written and in no other case."""
OCCASIONS: frozenset[str] = frozenset(
    "christmas easter thanksgiving halloween hanukkah ramadan midsummer acting".split()
)
MONTHS: frozenset[str] = frozenset(
    "january february march april may june july august september october november december".split()
)
REAL_WORLD: frozenset[str] = frozenset(
    """
    africa alabama alaska algeria america amsterdam antarctica argentina arizona arkansas asia athens atlanta
    atlantic auckland australia austin austria baltimore bangkok bangor barcelona beijing belfast belgium bemidji
    berlin bombay bordeaux boston brazil brisbane britain brooklyn brussels budapest california cambridge canada
    chicago china cincinnati cleveland colombia colorado connecticut copenhagen cuba dallas delaware delhi denmark
    denver detroit dresden dublin duluth edinburgh egypt england europe finland florence florida france frankfurt
    geneva georgia germany glasgow greece halifax hamburg harvard hawaii hollywood houston hungary iceland idaho
    illinois india indiana iowa iran iraq ireland israel istanbul italy jamaica japan jerusalem kansas kentucky
    kenya korea leeds lisbon liverpool london louisiana lyon madrid maine manchester manhattan marseille maryland
    massachusetts melbourne memphis mexico miami michigan milan milwaukee minneapolis minnesota mississippi missouri
    montana montreal moorhead moscow mumbai munich naples nashville nebraska netherlands nevada nigeria norway
    oakland ohio oklahoma ontario oregon osaka oslo ottawa oxford pacific pakistan paris pennsylvania peru
    philadelphia phoenix pittsburgh poland portland portugal prague princeton quebec rome russia sacramento savannah
    scotland seattle seoul shanghai siberia sicily singapore spain stockholm sweden switzerland sydney syria
    tennessee texas tokyo toronto turkey ukraine utah vancouver venice vermont vienna vietnam virginia wales warsaw
    washington wisconsin wyoming yale zurich
""".split()
)
REAL_WORLD_PHRASES: frozenset[str] = frozenset(
    (
        "new york",
        "new york city",
        "los angeles",
        "san francisco",
        "san diego",
        "las vegas",
        "new orleans",
        "new jersey",
        "new mexico",
        "new hampshire",
        "new england",
        "new zealand",
        "north carolina",
        "south carolina",
        "north dakota",
        "south dakota",
        "rhode island",
        "west virginia",
        "hong kong",
        "thunder bay",
        "united states",
        "united states of america",
        "united kingdom",
        "great britain",
        "soviet union",
        "south africa",
        "north america",
        "south america",
        "salt lake city",
        "kansas city",
        "buenos aires",
        "rio de janeiro",
        "first world war",
        "second world war",
        "world war i",
        "world war ii",
        "coast guard",
        "red cross",
        "united nations",
        "white house",
    )
)
