"""Common English given names by gender; a name of both lists has none."""

MALE = frozenset(
    """
    aaron abel abraham adam adrian al alan albert alec alex alexander alfred allen amos andre andrew andy angelo
    anthony antonio archie arnold arthur august ben benjamin bernard bert bill billy bob bobby brad bradley brandon
    brian bruce bryan caleb calvin carl carlos cecil chad charles charlie chester chris christopher chuck clarence
    claude clayton cliff clifford clint clyde cody colin connor craig curtis cyrus dale damian dan daniel danny
    darren dave david dean dennis derek dick diego dominic don donald douglas duncan dustin dwight earl ed eddie
    edgar edmund edward edwin eli elijah elliot elmer eric ernest ernie ethan eugene evan felix fernando finn
    francis frank franklin fred frederick gabriel gary gene geoffrey george gerald gilbert glen glenn gordon graham
    grant greg gregory guy hal hank hans harold harry harvey hector henry herbert herman homer horace howard hugh
    hugo ian ira isaac ivan jack jackson jacob jake james jamie jared jason jay jeff jeffrey jeremy jerome jerry
    jesse jim jimmy joe joel joey john johnny jonathan jordan jorge jose joseph josh joshua juan julian julius
    justin karl keith ken kenneth kevin kurt kyle lance larry lars laurence lawrence lee leo leon leonard leopold
    leroy leslie lester lewis liam lionel lloyd logan louis lucas luis luke luther malcolm manuel marcus mario mark
    marshall martin marvin mason matt matthew maurice max maxwell melvin michael miguel mike miles milton mitchell
    morris nathan nathaniel ned neil nicholas nick noah norman oliver oscar otto owen pablo patrick paul pedro perry
    pete peter phil philip phillip ralph ramon randall randy raphael ray raymond reginald rene rex richard rick
    ricky robert roberto robin rodney roger roland ron ronald rory ross roy rudy rufus russell ryan sam samuel saul
    scott sean sebastian seth shane sidney silas simon spencer stanley stephen steve steven stewart stuart ted teddy
    terrance terry theo theodore thomas tim timothy tobias toby todd tom tommy tony travis trevor tyler vernon
    victor vincent wade wallace walter warren wayne wendell wesley wilbur will william willie winston zachary
    """.split()
)
FEMALE = frozenset(
    """
    abigail ada adele agatha agnes alexandra alice alicia alison allison alma amanda amber amelia amy ana andrea
    angela angie anita ann anna anne annie april ariel arlene ashley audrey barbara beatrice becky bella bernice
    beth betty beverly bonnie brenda bridget brittany camille carla carmen carol caroline carrie catherine cathy
    cecilia charlotte cheryl chloe christina christine cindy claire clara claudia constance cora courtney crystal
    cynthia daisy dana danielle daphne dawn deborah debra delia della denise diana diane dolores donna dora doris
    dorothy edith edna eileen elaine eleanor elena elisa elizabeth ella ellen elsie emily emma erica erin esther
    ethel eunice eva eve evelyn faith fay felicia fiona flora florence frances gail georgia gertrude gina ginger
    gladys glenda gloria grace greta gwen hannah harriet hazel heather heidi helen helena henrietta hilda holly hope
    ida ines inez ingrid irene iris isabel isabella ivy jackie jacqueline jane janet janice jean jeanne jenna
    jennifer jenny jessica jill joan joanna jocelyn josephine joy joyce juanita judith judy julia julie june karen
    kate katherine kathleen kathryn kathy katie kay kelly kim kimberly kristen laura lauren leah lena lillian lily
    linda lisa lois lola lorraine louise lucia lucille lucy lydia mabel madeline mae maggie mandy marcia margaret
    maria marian marie marilyn marion marjorie marlene martha mary matilda maud maude maureen maxine megan melanie
    melissa michelle mildred millie mindy minnie miranda miriam molly monica muriel myra nadia nancy naomi natalie
    natasha nellie nina nora norma olga olive olivia opal pamela pat patricia paula pauline pearl peggy penelope
    penny phoebe phyllis polly priscilla rachel rebecca regina renee rhonda rita roberta rosa rosalie rosalind rose
    rosemary roxanne ruby ruth sabrina sadie sally samantha sandra sara sarah shannon sharon sheila shelley sherry
    shirley sofia sonia sonya sophia sophie stacy stella stephanie susan susie suzanne sybil sylvia tamara tammy
    teresa tess thelma theresa tiffany tina trudy ursula valerie vanessa vera veronica vicky victoria viola violet
    virginia vivian wanda wendy wilma winifred wren yolanda yvonne zoe
    """.split()
)
